// A fast path for common blocks that bypasses the tokenizer: a reader returns the same nodes as the tokenizer and the
// start of the next block, or undefined.

import type { Heading } from 'mdast'
import { CodeTracker } from '../syntax/html-code.ts'
import { tagNode } from '../syntax/tag.ts'
import { plainInlines } from './inlines.ts'
import { isBlank, isTag, isTextLine, noteLabel, type PlainReader } from './lines.ts'
import { plainList } from './list.ts'
import { plainTable } from './table.ts'

const tag: PlainReader = (lines, start) => {
  const line = lines.at(start)
  return isTag(line) ? { node: tagNode(line), next: lines.after(start) } : undefined
}

const heading: PlainReader = (lines, start) => {
  const [, marker = '', text] = /^(#{1,6}) ([^\s#](?:.*[^\s#])?)$/.exec(lines.at(start)) ?? []
  const children = text === undefined ? undefined : plainInlines(text, lines)
  if (!children) return undefined
  return { node: { type: 'heading', depth: marker.length as Heading['depth'], children }, next: lines.after(start) }
}

const divider: PlainReader = (lines, start) =>
  /^(?:\*{3,}|-{3,}|_{3,})$/.test(lines.at(start))
    ? { node: { type: 'thematicBreak' }, next: lines.after(start) }
    : undefined

const paragraph: PlainReader = (lines, start) => {
  let next = start
  for (; lines.has(next); next = lines.after(next)) {
    const line = lines.at(next)
    if (isBlank(line) || (next > start && isTag(line))) break
    if (!isTextLine(line)) return undefined
  }
  const children = next > start ? plainInlines(lines.text.slice(start, next - 1), lines) : undefined
  return children && { node: { type: 'paragraph', children }, next }
}

const quote: PlainReader = (lines, start) => {
  const text: string[] = []
  let next = start
  for (; lines.has(next); next = lines.after(next)) {
    const line = lines.at(next)
    if (isBlank(line)) break
    if (!line.startsWith('> ') || !isTextLine(line.slice(2))) return undefined
    text.push(line.slice(2))
  }
  const children = text.length ? plainInlines(text.join('\n'), lines) : undefined
  return children && { node: { type: 'blockquote', children: [{ type: 'paragraph', children }] }, next }
}

const noteStart = new RegExp(`^${noteLabel}: (\\S.*)$`)

// A note of one paragraph: indented lines below would belong to it.
const note: PlainReader = (lines, start) => {
  const [, label, first = ''] = noteStart.exec(lines.at(start)) ?? []
  if (label === undefined || !isTextLine(first)) return undefined
  let end = lines.after(start)
  while (lines.has(end) && isBlank(lines.at(end))) end = lines.after(end)
  const isAlone = end > lines.after(start) || !lines.has(end)
  if (!isAlone || (lines.has(end) && /^[ \t]/.test(lines.at(end)))) return undefined
  const children = plainInlines(first, lines)
  const identifier = label.toLowerCase()
  return (
    children && {
      node: { type: 'footnoteDefinition', identifier, label, children: [{ type: 'paragraph', children }] },
      next: lines.after(start),
    }
  )
}

const fence: PlainReader = (lines, start) => {
  const [, marker = '', lang, meta] =
    /^(`{3,}|~{3,})(?:([^\s`\\&~]+)(?: ([^\s`\\&](?:[^`\\&\t]*[^\s`\\&])?))?)?$/.exec(lines.at(start)) ?? []
  if (!marker) return undefined
  const closing = new RegExp(`^ {0,3}${marker[0]}{${marker.length},}[ \\t]*$`)
  const first = lines.after(start)
  for (let next = first; lines.has(next); next = lines.after(next)) {
    if (!closing.test(lines.at(next))) continue
    const value = next > first ? lines.text.slice(first, next - 1) : ''
    return { node: { type: 'code', lang: lang ?? null, meta: meta ?? null, value }, next: lines.after(next) }
  }
  return undefined
}

const formula: PlainReader = (lines, start) => {
  if (lines.at(start) !== '$$') return undefined
  const first = lines.after(start)
  for (let next = first; lines.has(next); next = lines.after(next)) {
    if (!/^ {0,3}\$\$[ \t]*$/.test(lines.at(next))) continue
    const isExact = lines.at(next) === '$$' && next > first
    const value = lines.text.slice(first, next - 1)
    return isExact ? { node: { type: 'math', value }, next: lines.after(next) } : undefined
  }
  return undefined
}

const element = /^<\/?(?:details|summary|figure|figcaption|table|p|div|h[1-6]|ul|ol)(?= |>|$)/

// HTML of this kind ends at a blank line, or before a line with a tag of the dialect, unless in code.
const html: PlainReader = (lines, start) => {
  if (!element.test(lines.at(start))) return undefined
  const tracker = new CodeTracker()
  let next = start
  for (; lines.has(next); next = lines.after(next)) {
    const line = lines.at(next)
    if (!tracker.inCode && (isBlank(line) || isTag(line))) break
    if (/^[ \t]+\{%|^\{%|[ \t]$|\t/.test(line)) return undefined
    tracker.read(`${line}\n`)
  }
  if (tracker.inCode) return undefined
  return { node: { type: 'html', value: lines.text.slice(start, next - 1) }, next }
}

const readers: Record<string, PlainReader> = {
  '{': tag,
  '#': heading,
  '>': quote,
  '[': note,
  '<': html,
  '|': plainTable,
  '`': fence,
  '~': fence,
  $: formula,
}

// The first character selects the reader; a list or a divider may turn out to be a paragraph.
export const plainBlock: PlainReader = (lines, start) => {
  const reader = readers[lines.text[start] ?? '']
  return reader?.(lines, start) ?? divider(lines, start) ?? plainList(lines, start) ?? paragraph(lines, start)
}
