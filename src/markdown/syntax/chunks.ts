// Cuts a long text where no block can span the cut: before an unindented line that follows a blank one, outside fences.
// The tokenizer moves all its events for every table and list it meets, so pieces are what keeps it linear.

import type { Root, RootContent } from 'mdast'

const smallest = 8192
const fenceLine = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const listMarker = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/
const rawHtml = /^ {0,3}<(?:(script|pre|style|textarea)(?=[\s>]|$)|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z]))/i
const rawHtmlEnd = [/<\/(?:script|pre|style|textarea)>/i, /-->/, /\?>/, /\]\]>/, />/]
const mathFence = /^ {0,3}\$\$[ \t]*$/

type Closes = (line: string) => boolean

function opens(line: string): Closes | undefined {
  const fence = fenceLine.exec(line)?.[1]
  if (fence) {
    const closing = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`)
    return (next) => closing.test(next)
  }
  if (mathFence.test(line)) return (next) => mathFence.test(next)
  const html = rawHtml.exec(line)
  const end = html && rawHtmlEnd[html.slice(1).findIndex((group) => group !== undefined)]
  return end && !end.test(line.slice(html[0].length)) ? (next) => end.test(next) : undefined
}

export function cut(text: string): string[] {
  if (text.length < 2 * smallest) return [text]
  const chunks: string[] = []
  let closes: Closes | undefined
  let blank = false
  let start = 0
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = end < 0 ? text.slice(at) : text.slice(at, end)
    if (blank && !closes && at - start >= smallest && /^[^\s]/.test(line) && !listMarker.test(line)) {
      chunks.push(text.slice(start, at))
      start = at
    }
    if (closes) closes = closes(line) ? undefined : closes
    else closes = opens(line)
    blank = /^[ \t]*$/.test(line)
    at = end < 0 ? text.length : end + 1
  }
  return [...chunks, text.slice(start)]
}

// Where the scan above took a block for closed that was not, the piece ends in it.
export function isWhole(chunk: string, tree: Root): boolean {
  const last = tree.children.at(-1)
  if (chunk.split('\n').filter((line) => mathFence.test(line)).length % 2 === 1) return false
  return !last || !isOpen(last, chunk)
}

function isOpen(node: RootContent, chunk: string): boolean {
  const source = chunk.slice(node.position?.start.offset ?? 0, node.position?.end.offset)
  const [first = '', ...rest] = source.split('\n')
  if (node.type !== 'code' && node.type !== 'html') return false
  const closes = opens(first)
  return closes !== undefined && !rest.some(closes)
}
