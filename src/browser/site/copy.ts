// Copying: code with its button, links to headings, a page as markdown.
import { copyText } from '../clipboard.ts'
import { tell, word } from './page.ts'

async function copy(text: string | Promise<string>): Promise<void> {
  try {
    await copyText(await text)
    tell(word('copied'))
  } catch {
    tell(word('failed'))
  }
}

const textIn = (block: Element): string =>
  [...block.querySelectorAll('pre > code')]
    .map((code) => code.textContent)
    .join('')
    .replace(/\n$/, '')

async function load(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/markdown' } })
  if (!response.ok) throw new Error(`${response.status}`)
  return response.text()
}

document.addEventListener('click', (event) => {
  const target = event.target as Element
  const button = target.closest<HTMLElement>('[data-copy]')
  if (button) {
    const url = button.dataset.copy
    void copy(url ? load(url) : textIn(button.closest('.code')!))
  }
  const mark = target.closest<HTMLAnchorElement>('.prose a.mark')
  if (mark && !event.ctrlKey && !event.metaKey && !event.shiftKey) void copy(mark.href)
})
