// Front matter: the YAML between two `---` lines at the very top. It is data; written back, it has one form.

import { Document, isMap, isScalar, parseDocument, visit } from 'yaml'

export type FrontMatter = Record<string, unknown>

const pattern = /^---[ \t]*\n((?:(?!---[ \t]*(?:\n|$)).*\n)*)---[ \t]*(?:\n|$)/

// Text that only looks like front matter is left where it is.
export function splitFrontMatter(text: string): { frontMatter: FrontMatter; body: string } {
  const [whole, source] = pattern.exec(text) ?? []
  const frontMatter = source === undefined ? undefined : readYaml(source)
  return frontMatter && whole !== undefined
    ? { frontMatter, body: text.slice(whole.length) }
    : { frontMatter: {}, body: text }
}

const readYaml = (source: string): FrontMatter | undefined => readPlain(source) ?? readAny(source)

const plainLine = /^([A-Za-z][\w-]*): (true|false|0|[1-9]\d{0,8}|[A-Za-z][\w ,.()'/&+?!\u00c0-\u024f-]*)$/
const reserved = /^(?:null|true|false)$/i

// What most pages have: words, numbers and flags, a line each. The parser takes longer for these than all else does for
// a short page.
export function readPlain(source: string): FrontMatter | undefined {
  const matter: FrontMatter = {}
  for (const line of source.replace(/\n$/, '').split('\n')) {
    const [, key, value] = plainLine.exec(line) ?? []
    if (key === undefined || value === undefined) return undefined
    if (Object.hasOwn(matter, key) || reserved.test(key) || value.endsWith(' ')) return undefined
    if (value === 'true' || value === 'false') matter[key] = value === 'true'
    else if (reserved.test(value)) return undefined
    else matter[key] = /^\d/.test(value) ? Number(value) : value
  }
  return matter
}

export function readAny(source: string): FrontMatter | undefined {
  const document = parseDocument(source, { maxAliasCount: 0 } as object)
  if (document.errors.length || !isMap(document.contents) || !isPlain(document)) return undefined
  return document.toJS({ maxAliasCount: 0 }) as FrontMatter
}

// Anchors, tags and comments would not survive as data.
function isPlain(document: Document.Parsed): boolean {
  let plain = !document.commentBefore && !document.comment
  visit(document, (key, node) => {
    if (key === 'key' && isScalar(node) && typeof node.value !== 'string') plain = false
    const { comment, commentBefore, anchor, tag } = (node ?? {}) as Record<string, unknown>
    if (comment || commentBefore || anchor || tag) plain = false
  })
  return plain
}

const width = 80

// A string longer than a line is folded (`>-`), as the dialect's other writers do; a shorter one never is.
export function writeFrontMatter(frontMatter: FrontMatter): string {
  const given = Object.entries(frontMatter).filter(([, value]) => value !== undefined)
  if (!given.length) return ''
  const document = new Document(Object.fromEntries(given))
  visit(document, {
    Scalar(_key, node) {
      const { value } = node
      const isLong = typeof value === 'string' && value.length > width - 2 && /^\S(?: ?\S)*$/.test(value)
      if (isLong && value.includes(' ')) node.type = 'BLOCK_FOLDED'
    },
  })
  const lines = document.toString({ lineWidth: 0, singleQuote: true }).split('\n')
  const folded = lines.flatMap((line, at) => (/: >-$|- >-$/.test(lines[at - 1] ?? '') ? fold(line) : [line]))
  return `---\n${folded.join('\n')}---\n`
}

function fold(line: string): string[] {
  const indent = /^ */.exec(line)?.[0] ?? ''
  const lines: string[] = []
  for (const word of line.trim().split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + word)
  }
  return lines
}
