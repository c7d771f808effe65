// Warnings about markup in a repository that was not understood, for its authors. Nothing is lost; readers see it as
// source.
import type { Document } from '../engine/document.ts'
import { walk } from '../engine/walk.ts'

export interface ImportWarning {
  path: string
  /** From 1; absent for the whole file. */
  line?: number
  message: string
}

export const MAX_WARNINGS = 200
const MAX_PER_FILE = 20

/** A tag of the dialect, or an HTML element. */
const SOURCE = /\{%-?\s*([\w/-]+)[^%\n]{0,200}%\}|<([a-zA-Z][\w-]{0,40})(?:\s[^<>\n]{0,200})?\/?>/g

/** Lists the tags that are still text in the document of a file. */
export function listUnparsedTags(path: string, text: string, document: Document | undefined): ImportWarning[] {
  const seen = new Map<string, { name: string; count: number }>()
  for (const found of document ? textsIn(document) : [])
    for (const [source, tag, element] of found.matchAll(SOURCE)) {
      const known = seen.get(source)
      if (known) known.count++
      else if (seen.size < MAX_PER_FILE)
        seen.set(source, { name: tag === undefined ? `<${element}>` : `{% ${tag} %}`, count: 1 })
    }
  if (seen.size === 0) return []
  const searched = withoutCode(text)
  const meant = meantIn(searched)
  return [...seen].flatMap(([source, { name, count }]): ImportWarning[] => {
    const at = count > countIn(meant, source) ? placeOf(searched, source) : -1
    return at < 0 ? [] : [{ path, line: lineAt(text, at), message: `${name} is not supported and is shown as source.` }]
  })
}

const ESCAPED = /(?:\\<|&(?:lt|#x3c|#60);)([^<>\n]{0,200}?)(?:\\?>|&(?:gt|#x3e|#62);)/gi

/** Tags with an escaped first character, which are meant as text. */
const meantIn = (text: string): string[] =>
  [...text.matchAll(ESCAPED)].map(([, inner = '']) => `<${inner.replace(/\\(?=[_*~`])/g, '')}>`)

const countIn = (list: readonly string[], wanted: string): number => list.filter((each) => each === wanted).length

function* textsIn(document: Document): Generator<string> {
  for (const { node, path } of walk(document)) {
    if (node.object !== 'text' || path.some((above) => 'type' in above && above.type === 'code')) continue
    yield node.leaves.map(({ text, marks }) => (marks.some(({ type }) => type === 'code') ? ' ' : text)).join('')
  }
}

/** The first position where it is not escaped; escaped tags are meant as text. */
function placeOf(text: string, source: string): number {
  let at = text.indexOf(source)
  while (at > 0 && text[at - 1] === '\\') at = text.indexOf(source, at + 1)
  return at
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n(?:(?![ \t]*\1)[^\n]*\n)*(?:[ \t]*\1[^\n]*)?/gm
const SPAN = /`[^`\n]{1,500}`/g

// Attribute values are not tags.
const ATTRIBUTE = /="[^"\n<]{0,500}<[^"\n]{0,500}"/g

// Keeps the length, so that positions stay valid.
function withoutCode(text: string): string {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ')
  return text.replace(FENCE, blank).replace(SPAN, blank).replace(ATTRIBUTE, blank)
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** Locates the missing targets in the texts of the files that name them. */
export function listFileWarnings(
  missing: readonly { file: string; named: string; message: string }[],
  texts: ReadonlyMap<string, string>,
): ImportWarning[] {
  return missing.slice(0, MAX_WARNINGS).map(({ file, named, message }) => {
    const at = texts.get(file)?.indexOf(named) ?? -1
    return at < 0 ? { path: file, message } : { path: file, line: lineAt(texts.get(file)!, at), message }
  })
}
