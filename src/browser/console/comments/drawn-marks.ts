// Comments in a text that the server drew: marks around words and blocks, and what a new comment would be about.
import { findWords } from '../../../engine/ranges.ts'
import type { About, Marked } from './state.ts'

/** What a comparison shows of the former version: nobody comments on it. */
const FORMER = '.change.removed, .former, .ln.removed, del'

/** Returns a function that takes the marks away. */
export function markText(body: HTMLElement, marked: readonly Marked[]): () => void {
  const undo: (() => void)[] = []
  for (const each of marked) {
    const named = body.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(each.node)}"]`)
    const block = [...named].find(isCurrent)
    if (!block) continue
    if (each.range) undo.push(...markWords(block, each))
    else undo.push(markBlock(block, each))
  }
  return () => {
    for (const step of undo.reverse()) step()
  }
}

const isCurrent = (element: Element): boolean => !element.closest(FORMER)

function markBlock(block: HTMLElement, { id, isChosen }: Marked): () => void {
  block.classList.add('commented-block')
  block.classList.toggle('on', isChosen)
  block.dataset.comment = id
  return () => {
    block.classList.remove('commented-block', 'on')
    delete block.dataset.comment
  }
}

function markWords(block: HTMLElement, { id, range, isChosen }: Marked): (() => void)[] {
  const texts = textsIn(block)
  const found = findWords(texts.map(({ data }) => data).join(''), range!.quote, range!.start)
  if (!found) return []
  const undo: (() => void)[] = []
  let at = 0
  for (const text of texts) {
    const [start, end] = [Math.max(found.start - at, 0), Math.min(found.end - at, text.length)]
    at += text.length
    if (start >= end) continue
    const words = start > 0 ? text.splitText(start) : text
    if (end - start < words.length) words.splitText(end - start)
    const mark = Object.assign(document.createElement('mark'), { className: `commented${isChosen ? ' on' : ''}` })
    mark.dataset.comment = id
    words.replaceWith(mark)
    mark.append(words)
    undo.push(() => {
      const parent = mark.parentNode
      mark.replaceWith(...mark.childNodes)
      parent?.normalize()
    })
  }
  return undo
}

/** The texts of a block as it is now. */
function textsIn(block: HTMLElement): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (isCurrent(node.parentElement!)) texts.push(node as Text)
  return texts
}

/** The comment that somebody clicked in a text. */
export const commentAt = ({ target }: Event): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-comment]')?.dataset.comment : undefined

/** The block that an element of a text is in. */
export function blockAt(body: HTMLElement, target: EventTarget | null): HTMLElement | undefined {
  const block = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
  return block && body.contains(block) && isCurrent(block) ? block : undefined
}

/** The first block in an element of a text. */
export const firstBlockIn = (element: Element): HTMLElement | undefined =>
  [...element.querySelectorAll<HTMLElement>('[data-key]')].find(isCurrent)

interface Selected {
  about: About
  box: DOMRect
}

/** The selected words of a block. Of several blocks, the first one counts. */
export function selectedIn(body: HTMLElement): Selected | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const from = range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement
  const block = blockAt(body, from)
  if (!block) return undefined
  const { start, quote } = wordsOf(block, range)
  if (quote === '') return undefined
  const words = range.cloneRange()
  if (!block.contains(range.endContainer)) words.setEnd(block, block.childNodes.length)
  return {
    about: { node: block.dataset.key!, range: { start, end: start + quote.length, quote } },
    box: words.getBoundingClientRect(),
  }
}

/** What is selected of a block, and where it begins in its text. */
function wordsOf(block: HTMLElement, range: Range): { start: number; quote: string } {
  let start: number | undefined
  let at = 0
  let words = ''
  for (const text of textsIn(block)) {
    if (range.intersectsNode(text)) {
      const from = text === range.startContainer ? range.startOffset : 0
      const to = text === range.endContainer ? range.endOffset : text.length
      start ??= at + from
      words += text.data.slice(from, to)
    }
    at += text.length
  }
  const quote = words.trim()
  return { start: (start ?? 0) + words.indexOf(quote), quote }
}
