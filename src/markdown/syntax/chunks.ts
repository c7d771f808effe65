// Cuts a long text where no block can cross: before an unindented line after a blank one, outside fences. Wherever a list, a
// quote or a note ends, the tokenizer copies all its events, so only small pieces keep it linear.

import type { Nodes, RootContent } from 'mdast'
import { CodeTracker, hasOpenCode } from './html-code.ts'

const PIECE_SIZE = 8192
const startsList = (line: string) => /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/.test(line)
const fenceLine = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
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
  if (!html && hasOpenCode(line)) {
    const tracker = new CodeTracker().read(line)
    return (next) => !tracker.read(`\n${next}`).inCode
  }
  const end = html && rawHtmlEnd[html.slice(1).findIndex((group) => group !== undefined)]
  return end && !end.test(line.slice(html[0].length)) ? (next) => end.test(next) : undefined
}

/** The starts of the pieces of a text. */
export function cut(text: string): number[] {
  const starts = [0]
  let closes: Closes | undefined
  let blank = false
  // An item may belong to a list before the blank line.
  let inList = false
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? text.length : end)
    if (blank && !closes && /^\S/.test(line) && !(inList && startsList(line))) {
      if (at - (starts.at(-1) as number) >= PIECE_SIZE) starts.push(at)
      inList = false
    }
    if (closes) closes = closes(line) ? undefined : closes
    else closes = opens(line)
    blank = /^[ \t]*$/.test(line)
    inList ||= startsList(line.trimStart())
    at += line.length + 1
  }
  return starts
}

// False if the scan closed a block too early, so that the piece ends inside it.
export function isWhole(piece: string, nodes: RootContent[]): boolean {
  const last = nodes.at(-1)
  if (piece.split('\n').filter((line) => mathFence.test(line)).length % 2 === 1) return false
  return !last || !isOpen(last, piece)
}

function isOpen(node: RootContent, piece: string): boolean {
  if (node.type !== 'code' && node.type !== 'html') return false
  if (node.type === 'html' && !rawHtml.test(node.value) && hasOpenCode(node.value)) return true
  const [first = '', ...rest] = piece.slice(node.position?.start.offset).split('\n')
  const closes = opens(first)
  return closes !== undefined && !rest.some(closes)
}

// An unmatched `$$` may be closed by a later one.
export function hasLooseFormula(piece: string, nodes: RootContent[]): boolean {
  if (!piece.includes('$$')) return false
  return piece.split('\n').filter((line) => /^[ \t>]*\$\$[ \t]*$/.test(line)).length !== 2 * formulas(nodes)
}

function formulas(nodes: Nodes[]): number {
  return nodes.reduce(
    (sum, node) => sum + (node.type === 'math' ? 1 : 'children' in node ? formulas(node.children) : 0),
    0,
  )
}
