// Splits a text where no block can cross: around blocks of the fast path, and before an unindented line after a blank
// one, outside fences. The tokenizer moves all its events for every table and list, so only small pieces keep it
// linear.

import type { Nodes, RootContent } from 'mdast'
import { plainBlock } from '../plain/blocks.ts'
import { isBlank, Lines, type PlainReader, startsList } from '../plain/lines.ts'
import { CodeTracker, hasOpenCode } from './html-code.ts'

export const PIECE_SIZE = 8192
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

/** A part of a text: nodes that are already read, or source for the tokenizer. */
export interface Piece {
  start: number
  source: string
  nodes?: RootContent[]
}

/** Splits a text into pieces. The given notes count as defined in plain blocks. */
export function cut(text: string, notes?: ReadonlySet<string>): { pieces: Piece[]; cited: Set<string> } {
  const lines = new Lines(text, notes)
  const read: PlainReader = /[\r\0\uFEFF]/.test(text) ? () => undefined : plainBlock
  const pieces: Piece[] = []
  for (let at = 0; lines.has(at); ) {
    const isEmpty = isBlank(lines.at(at))
    const found = isEmpty ? undefined : read(lines, at)
    const next = found?.next ?? (isEmpty ? lines.after(at) : endOfBlocks(lines, at))
    if (!isEmpty) extend(pieces, { start: at, source: text.slice(at, next), nodes: found && [found.node] })
    at = next
  }
  return { pieces, cited: lines.cited }
}

function extend(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (last?.nodes && piece.nodes) last.nodes.push(...piece.nodes)
  else if (last && !last.nodes && !piece.nodes && last.source.length < PIECE_SIZE) last.source += piece.source
  else pieces.push(piece)
}

// Finds the first line that starts a block regardless of what precedes it. An item may belong to a list before the
// blank line.
function endOfBlocks(lines: Lines, start: number): number {
  let closes: Closes | undefined
  let blank = false
  let inList = false
  for (let at = start; lines.has(at); at = lines.after(at)) {
    const line = lines.at(at)
    if (blank && !closes && /^\S/.test(line) && !(inList && startsList(line))) return at
    if (closes) closes = closes(line) ? undefined : closes
    else closes = opens(line)
    blank = isBlank(line)
    inList ||= startsList(line.trimStart())
  }
  return lines.text.length + 1
}

// False if the scan closed a block too early, so that the piece ends inside it.
export function isWhole(piece: string, nodes: RootContent[], offset = 0): boolean {
  const last = nodes.at(-1)
  if (piece.split('\n').filter((line) => mathFence.test(line)).length % 2 === 1) return false
  return !last || ((last.position?.end.offset ?? 0) <= offset + piece.length && !isOpen(last, piece, offset))
}

function isOpen(node: RootContent, piece: string, offset: number): boolean {
  if (node.type !== 'code' && node.type !== 'html') return false
  if (node.type === 'html' && !rawHtml.test(node.value) && hasOpenCode(node.value)) return true
  const [first = '', ...rest] = piece.slice((node.position?.start.offset ?? 0) - offset).split('\n')
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
