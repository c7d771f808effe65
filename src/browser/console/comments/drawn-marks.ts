// Comments in a text that the server drew: marks around words and blocks, and words that are selected to comment on.
import { findWords } from '../../../engine/ranges.ts'
import type { About, Marked } from './state.ts'

/** Returns a function that takes the marks away. */
export function markText(body: HTMLElement, marked: readonly Marked[]): () => void {
  const undo: (() => void)[] = []
  for (const each of marked) {
    const block = body.querySelector<HTMLElement>(`[data-key="${CSS.escape(each.node)}"]`)
    if (!block) continue
    if (each.range) undo.push(...markWords(block, each))
    else undo.push(markBlock(block, each))
  }
  return () => {
    for (const step of undo.reverse()) step()
  }
}

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

function textsIn(block: HTMLElement): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
  return texts
}

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
  const block = from?.closest<HTMLElement>('[data-key]')
  if (!block || !body.contains(block)) return undefined
  const words = range.cloneRange()
  if (!block.contains(range.endContainer)) words.setEnd(block, block.childNodes.length)
  const quote = words.toString().trim()
  if (quote === '') return undefined
  const before = document.createRange()
  before.setStart(block, 0)
  before.setEnd(range.startContainer, range.startOffset)
  const start = before.toString().length
  return {
    about: { node: block.dataset.key!, range: { start, end: start + quote.length, quote } },
    box: words.getBoundingClientRect(),
  }
}
