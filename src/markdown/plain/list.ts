// A fast path for lists whose items are a plain paragraph and nested lists of that kind, indented exactly.

import type { List, ListItem } from 'mdast'
import { plainInlines } from './inlines.ts'
import { isBlank, isTag, isTextLine, type Lines, type PlainReader, startsList } from './lines.ts'

interface Level {
  indent: number
  content: number
  marker: string
  list: List
}

const deepest = 20
const itemLine = /^( *)([-+*]|(\d{1,9})[.)]) (?:\[([ xX])\] )?(\S.*)$/

export const plainList: PlainReader = (lines, start) => {
  if (!startsList(lines.at(start))) return undefined
  const reader = new Reader(lines)
  let next = start
  for (; lines.has(next); next = lines.after(next)) {
    const line = lines.at(next)
    if (isBlank(line)) reader.isApart = true
    else if (next > start && (isTag(line) || (reader.isApart && /^\S/.test(line) && !startsList(line)))) break
    else if (!reader.take(line)) return undefined
  }
  const node = reader.finish()
  return node && { node, next }
}

class Reader {
  /** True if a blank line precedes the next line. */
  isApart = false
  private readonly lines: Lines
  private readonly levels: Level[] = []
  private root: List | undefined
  private item: ListItem | undefined
  private text: string[] = []

  constructor(lines: Lines) {
    this.lines = lines
  }

  take(line: string): boolean {
    const found = itemLine.exec(line)
    const isTaken = found ? this.begin(found) : this.continue(line)
    this.isApart = false
    return isTaken
  }

  finish(): List | undefined {
    return this.close() ? this.root : undefined
  }

  // Continues the paragraph of the last item.
  private continue(line: string): boolean {
    const content = this.levels.at(-1)?.content ?? 0
    const text = line.slice(content)
    if (this.isApart || line.search(/[^ ]/) !== content || !isTextLine(text)) return false
    this.text.push(text)
    return true
  }

  private begin([, spaces = '', marker = '', number, check, text = '']: RegExpExecArray): boolean {
    if (!isTextLine(text) || !this.close() || !this.place(spaces.length, marker, number)) return false
    const level = this.levels.at(-1) as Level
    level.content = spaces.length + marker.length + 1
    this.item = { type: 'listItem', spread: false, checked: check === undefined ? null : check !== ' ', children: [] }
    level.list.children.push(this.item)
    this.text = [text]
    return true
  }

  private close(): boolean {
    if (!this.item) return true
    const children = plainInlines(this.text.join('\n'), this.lines)
    if (children) this.item.children.push({ type: 'paragraph', children })
    return children !== undefined
  }

  // Finds the list of an item with this indent, or starts a nested one.
  private place(indent: number, marker: string, number: string | undefined): boolean {
    const kind = marker.slice(-1)
    const top = this.levels.at(-1)
    if (top && indent === top.content) return this.nest(indent, kind, number)
    if (!top) return indent === 0 && this.nest(indent, kind, number)
    while (this.levels.length && (this.levels.at(-1) as Level).indent > indent) this.levels.pop()
    const level = this.levels.at(-1)
    return level?.indent === indent && level.marker === kind
  }

  private nest(indent: number, marker: string, number: string | undefined): boolean {
    const isNew = this.item !== undefined
    if (this.levels.length >= deepest || (isNew && number !== undefined && number !== '1')) return false
    const start = number === undefined ? null : Number(number)
    const list: List = { type: 'list', ordered: number !== undefined, start, spread: false, children: [] }
    if (this.item) this.item.children.push(list)
    else this.root = list
    this.levels.push({ indent, content: indent, marker, list })
    return true
  }
}
