// Front matter: the YAML between two `---` lines at the top of a page. It is data, and has one written form.

import { Document, visit } from 'yaml'
import { findYamlData, MAX_LENGTH } from '../lib/yaml.ts'

export type FrontMatter = Record<string, unknown>

// Text that only looks like front matter stays in the body.
export function splitFrontMatter(text: string): { frontMatter: FrontMatter; body: string } {
  const found = findSource(text)
  const frontMatter = found && readYaml(found.source)
  return frontMatter ? { frontMatter, body: text.slice(found.end) } : { frontMatter: {}, body: text }
}

const fence = /^---[ \t]*$/

// Finds the lines between two fences. Too long front matter is ignored.
function findSource(text: string): { source: string; end: number } | undefined {
  const lineEnd = (from: number) => (text.indexOf('\n', from) + 1 || text.length + 1) - 1
  const start = lineEnd(0) + 1
  if (!text.startsWith('---') || !fence.test(text.slice(0, start - 1))) return undefined
  for (let at = start; at < text.length && at - start <= MAX_LENGTH; ) {
    const end = lineEnd(at)
    if (text.startsWith('---', at) && fence.test(text.slice(at, end)))
      return { source: text.slice(start, at), end: end + 1 }
    at = end + 1
  }
  return undefined
}

const readYaml = (source: string): FrontMatter | undefined => readPlain(source) ?? readAny(source)

const plainLine = /^([A-Za-z][\w-]*): (true|false|0|[1-9]\d{0,8}|[A-Za-z][\w ,.()'/&+?!\u00c0-\u024f-]*)$/
const reserved = /^(?:null|true|false)$/i

// A fast path for the front matter of most pages: words, numbers and flags, one per line. The YAML parser takes longer
// for these than everything else does for a short page.
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

/** Returns undefined if it is not a mapping, or would not survive as data: comments, anchors, tags. */
export function readAny(source: string): FrontMatter | undefined {
  const data = findYamlData(source)
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as FrontMatter) : undefined
}

const width = 80

// Strings longer than a line are folded (`>-`), as other writers of the dialect do; shorter ones are not.
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
