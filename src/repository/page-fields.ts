// What a page says of itself ⇄ the front matter of its file. Keys that nobody here knows, or whose value is not what it
// should be, stay with the page as they are.
import type { ContentRef } from '../markdown/options.ts'
import type { Reading, Writing } from './addresses.ts'
import { readLayout, writeLayout } from './layout.ts'
import { type Fields, isRecord } from './model.ts'
import { decodePath, encodePath } from './paths.ts'

type FrontMatter = Record<string, unknown>

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isTrue = (value: unknown) => value === true
const isVariables = (value: unknown) =>
  isRecord(value) && Object.values(value).every((each) => ['string', 'number', 'boolean'].includes(typeof each))

/** Fields in the order in which they are written, each with its key and what its value must be. */
const PLAIN: [keyof Fields, string, (value: unknown) => boolean][] = [
  ['description', 'description', isText],
  ['icon', 'icon', isText],
  ['emoji', 'emoji', isText],
  ['hidden', 'hidden', isTrue],
  ['noIndex', 'noIndex', isTrue],
  ['noRobotsIndex', 'noRobotsIndex', isTrue],
  ['condition', 'if', isText],
  ['variables', 'vars', isVariables],
  ['tags', 'tags', Array.isArray],
  ['metaLinks', 'metaLinks', isRecord],
  ['computed', 'computed', isRecord],
  ['computedSeed', 'computedSeed', isText],
]

/** The fields of a page; `title` and `slug` are the caller's business. */
export function readFields(frontMatter: FrontMatter, { resolveFile }: Reading): Fields {
  const rest = { ...frontMatter }
  const take = (key: string, isRight: (value: unknown) => boolean) => {
    const value = rest[key]
    if (!isRight(value)) return undefined
    delete rest[key]
    return value
  }
  const fields: Record<string, unknown> = {}
  for (const [field, key, isRight] of PLAIN) fields[field] = take(key, isRight)
  fields.cover = readCover(take, resolveFile)
  if (isRecord(rest.layout)) {
    const read = readLayout(rest.layout)
    if (read.layout) fields.layout = read.layout
    if (read.rest) rest.layout = read.rest
    else if (read.layout) delete rest.layout
  }
  if (Object.keys(rest).length > 0) fields.frontMatter = rest
  return defined(fields) as Fields
}

type Take = (key: string, isRight: (value: unknown) => boolean) => unknown

function readCover(take: Take, resolve: (source: string) => ContentRef): object | undefined {
  const light = take('cover', isText) as string | undefined
  const dark = take('coverDark', isText) as string | undefined
  if (light === undefined && dark === undefined) return undefined
  const yPos = take('coverY', Number.isFinite)
  const refs = {
    ref: light === undefined ? undefined : resolve(light),
    refDark: dark === undefined ? undefined : resolve(dark),
  }
  return defined({ ...refs, yPos: yPos ?? 0 })
}

export function writeFields(fields: Fields, { fileTo }: Writing): FrontMatter {
  const written: FrontMatter = {}
  for (const [field, key] of PLAIN) written[key] = fields[field]
  const { ref, refDark, yPos } = (fields.cover ?? {}) as { ref?: ContentRef; refDark?: ContentRef; yPos?: number }
  written.cover = ref && plainPath(fileTo(ref))
  written.coverDark = refDark && plainPath(fileTo(refDark))
  written.coverY = ref || refDark ? yPos : undefined
  const rest = isRecord(fields.frontMatter) ? fields.frontMatter : {}
  if (isRecord(fields.layout)) written.layout = writeLayout(fields.layout, isRecord(rest.layout) ? rest.layout : {})
  const kept = Object.entries(rest).filter(([key]) => written[key] === undefined)
  return { ...defined(written), ...Object.fromEntries(kept) }
}

// A path in front matter needs no encoding, unless it would be read as if it had one.
function plainPath(link: string): string {
  const path = decodePath(link)
  return decodePath(path) === path && encodePath(path) === link ? path : link
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
