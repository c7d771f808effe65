// A fast path for inline content: words, code, emphasis, links, images, tags. Returns exactly the nodes of the
// tokenizer, or undefined if the text may need it.

import type { PhrasingContent } from 'mdast'
import { emojiCode } from '../syntax/emoji.ts'
import { type Lines, noteLabel, tagRest, withoutEndSpaces } from './lines.ts'

interface Open {
  delimiter: string
  outer: PhrasingContent[]
}

const maxMarks = 400
const words = /[^\\`*_[\]<&$~:!\t\r\0]+/y
const code = /`([^`\n\t]+)`(?!`)/y
const target = /([^\s\0-\x20\x7f()<>\\&`]+)(?: "([^"\\&`\n\t]+)")?\)/y
const tag = new RegExp(`<(?:/[A-Za-z][A-Za-z0-9-]*|[A-Za-z][A-Za-z0-9-]*${tagRest})>`, 'y')
const note = new RegExp(`${noteLabel}(?![(:[])`, 'y')
const math = /\$\$([^$\n\t]+)\$\$/y
const shortcode = /:((?:[a-z0-9+-]|\\?_){1,64}):/y
const reference = /&(?:[A-Za-z0-9]+|#[xX]?[0-9A-Fa-f]+);/y
const punctuation = /[!-/:-@[-`{-~]/
const letter = /[\p{L}\p{N}]/u

const isSpace = (character: string | undefined) => character === undefined || character === ' ' || character === '\n'
const isPunctuation = (character: string | undefined) => character !== undefined && punctuation.test(character)
const isLetter = (character: string | undefined) => character !== undefined && letter.test(character)

export function plainInlines(source: string, lines: Lines): PhrasingContent[] | undefined {
  const reader = new Reader(withoutEndSpaces(source), lines)
  return reader.read() ? reader.nodes : undefined
}

class Reader {
  nodes: PhrasingContent[] = []
  private text = ''
  private at = 0
  private marks = 0
  private readonly open: Open[] = []
  private readonly source: string
  private readonly lines: Lines
  private readonly inLink: boolean

  constructor(source: string, lines: Lines, inLink = false) {
    this.source = source
    this.lines = lines
    this.inLink = inLink
  }

  read(): boolean {
    while (this.at < this.source.length) {
      const run = this.match(words)
      if (run) this.text += run[0]
      else if (++this.marks > maxMarks || !this.special(this.source[this.at] as string)) return false
    }
    this.flush()
    return this.open.length === 0
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)
    if (found) this.at = pattern.lastIndex
    return found
  }

  private flush(): void {
    if (this.text) this.nodes.push({ type: 'text', value: this.text })
    this.text = ''
  }

  private add(node: PhrasingContent): true {
    this.flush()
    this.nodes.push(node)
    return true
  }

  private character(): true {
    this.text += this.source[this.at++]
    return true
  }

  private special(character: string): boolean {
    const next = this.source[this.at + 1]
    switch (character) {
      case '`':
        return this.code()
      case '*':
      case '_':
      case '~':
        return this.attention(character)
      case '[':
        return next === '^' ? this.note() : this.link()
      case '!':
        return next === '[' ? this.image() : this.character()
      case '<':
        return next === ' ' ? this.character() : this.tag()
      case ':':
        return this.emoji()
      case '&':
        return this.isReference() ? false : this.character()
      case '$':
        return next === '$' ? this.math() : this.character()
      case '\\':
        return this.escape(next)
      default:
        return false
    }
  }

  private code(): boolean {
    const value = this.match(code)?.[1]
    if (value === undefined || value.startsWith(' ') || value.endsWith(' ')) return false
    return this.add({ type: 'inlineCode', value })
  }

  private tag(): boolean {
    const found = this.match(tag)
    return found !== null && this.add({ type: 'html', value: found[0] })
  }

  private math(): boolean {
    const value = this.match(math)?.[1]
    return value !== undefined && this.add({ type: 'inlineMath', value })
  }

  private emoji(): boolean {
    const before = this.source[this.at - 1]
    const start = this.at
    const name = this.match(shortcode)?.[1]?.replaceAll('\\', '')
    const found = name === undefined || (before && /[0-9A-Za-z]/.test(before)) ? undefined : emojiCode(name)
    if (found !== undefined) return this.add({ type: 'emoji', code: found, value: `:${name}:` })
    this.at = start
    return this.character()
  }

  private isReference(): boolean {
    reference.lastIndex = this.at
    return reference.test(this.source)
  }

  private escape(next: string | undefined): boolean {
    if (next === undefined) return false
    if (next !== '\n' && !punctuation.test(next)) return this.character()
    this.at += 2
    if (next === '\n') return this.add({ type: 'break' })
    this.text += next
    return true
  }

  // A following `(`, `:` or `[` would make it a link or a definition.
  private note(): boolean {
    const label = this.match(note)?.[1]
    if (label === undefined || this.inLink || !this.lines.cites(label.toLowerCase())) return false
    return this.add({ type: 'footnoteReference', identifier: label.toLowerCase(), label })
  }

  // `[label](target "title")`: a plain label without brackets.
  private link(): boolean {
    const end = this.source.indexOf(']', this.at)
    const label = this.source.slice(this.at + 1, end)
    if (this.inLink || end < 0 || this.source[end + 1] !== '(' || label === '' || /^\^|\[/.test(label)) return false
    const inner = new Reader(label, this.lines, true)
    if (!inner.read()) return false
    this.marks += inner.marks
    this.at = end + 2
    const found = this.match(target)
    if (!found) return false
    return this.add({ type: 'link', title: found[2] ?? null, url: found[1] as string, children: inner.nodes })
  }

  private image(): boolean {
    const end = this.source.indexOf(']', this.at)
    const alt = this.source.slice(this.at + 2, end)
    if (this.inLink || end < 0 || this.source[end + 1] !== '(' || /^\^|[\\`*_[<&$~:!\n]/.test(alt)) return false
    this.at = end + 2
    const found = this.match(target)
    if (!found) return false
    return this.add({ type: 'image', title: found[2] ?? null, url: found[1] as string, alt })
  }

  // Accepts a run only if its role is unambiguous: every opening run is closed by one of its own length, and none is
  // nested in another of its kind.
  private attention(character: string): boolean {
    const { source, at } = this
    let end = at + 1
    while (source[end] === character) end++
    const before = source[at - 1]
    const after = source[end]
    const delimiter = source.slice(at, end)
    if (before === character || delimiter.length > 2) return false
    if (character === '_' && /[0-9A-Za-z]/.test(before ?? '') && /[0-9A-Za-z]/.test(after ?? '')) {
      this.text += delimiter
      this.at = end
      return true
    }
    this.at = end
    const top = this.open.at(-1)
    if (top?.delimiter === delimiter) return closes(character, before, after) && this.close(top)
    if (this.open.some((each) => each.delimiter[0] === character) || !opens(character, before, after)) return false
    this.flush()
    this.open.push({ delimiter, outer: this.nodes })
    this.nodes = []
    return true
  }

  private close(top: Open): boolean {
    this.flush()
    this.open.pop()
    const children = this.nodes
    this.nodes = top.outer
    const type = top.delimiter[0] === '~' ? 'delete' : top.delimiter.length === 2 ? 'strong' : 'emphasis'
    return children.length > 0 && this.add({ type, children })
  }
}

const isEdge = (character: string | undefined) => isSpace(character) || isPunctuation(character)

function opens(marker: string, before: string | undefined, after: string | undefined): boolean {
  if (marker === '_' && !isEdge(before)) return false
  if (!isEdge(before) && !isLetter(before)) return false
  return isLetter(after) || (isPunctuation(after) && isEdge(before))
}

function closes(marker: string, before: string | undefined, after: string | undefined): boolean {
  if (marker === '_' && !isEdge(after)) return false
  if (!isEdge(after) && !isLetter(after)) return false
  return isLetter(before) || (isPunctuation(before) && isEdge(after))
}
