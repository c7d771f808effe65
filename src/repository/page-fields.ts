// The fields of a page ⇄ the front matter of its file. Unknown keys and invalid values are preserved.
import type { ContentRef } from '../markdown/options.ts'
import type { LinkReader, LinkWriter } from './addresses.ts'
import { readLayout, writeLayout } from './layout.ts'
import { readMetaLinks, writeMetaLinks } from './meta-links.ts'
import { type Fields, isRecord } from './model.ts'

type FrontMatter = Record<string, unknown>

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const isTrue = (value: unknown) => value === true
const isVariables = (value: unknown) =>
  isRecord(value) && Object.values(value).every((each) => ['string', 'number', 'boolean'].includes(typeof each))

/** Fields with their front matter key and the check of their value. */
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
  ['computed', 'computed', isRecord],
  ['computedSeed', 'computedSeed', isText],
]

/** Reads the fields of a page; the caller handles `title` and `slug`. */
export function readFields(frontMatter: FrontMatter, { resolveFile, resolveLink }: LinkReader): Fields {
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
  fields.metaLinks = readMetaLinks(rest.metaLinks, resolveLink)
  if (fields.metaLinks) delete rest.metaLinks
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

export function writeFields(fields: Fields, { fileTo, linkTo }: LinkWriter): FrontMatter {
  const written: FrontMatter = {}
  for (const [field, key] of PLAIN) written[key] = fields[field]
  const { ref, refDark, yPos } = (fields.cover ?? {}) as { ref?: ContentRef; refDark?: ContentRef; yPos?: number }
  written.cover = ref && fileTo(ref)
  written.coverDark = refDark && fileTo(refDark)
  written.metaLinks = writeMetaLinks(fields.metaLinks, linkTo)
  written.coverY = ref || refDark ? yPos : undefined
  const rest = isRecord(fields.frontMatter) ? fields.frontMatter : {}
  if (isRecord(fields.layout)) written.layout = writeLayout(fields.layout, isRecord(rest.layout) ? rest.layout : {})
  const kept = Object.entries(rest).filter(([key]) => written[key] === undefined)
  return { ...defined(written), ...Object.fromEntries(kept) }
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
