// The meta links of a page ⇄ `metaLinks` in its front matter, where they are written like links.
import { isContentRef } from '../engine/content-ref.ts'
import type { Json } from '../engine/objects.ts'
import type { ContentRef } from '../markdown/options.ts'
import { isRecord } from './model.ts'

const MAX_ALTERNATES = 100

/** Returns undefined if the value is invalid. */
export function readMetaLinks(value: unknown, resolve: (href: string) => ContentRef): Json | undefined {
  if (!isRecord(value) || !hasOnlyTexts(value)) return undefined
  const { canonical, alternates } = value as { canonical?: string; alternates?: string[] }
  const links = {
    ...(canonical !== undefined && { canonical: resolve(canonical) }),
    ...(alternates !== undefined && { alternates: alternates.map(resolve) }),
  }
  const targets = [links.canonical ?? [], links.alternates ?? []].flat()
  return targets.every(({ kind }) => kind === 'page' || kind === 'url') ? (links as Json) : undefined
}

function hasOnlyTexts({ canonical, alternates, ...others }: Record<string, unknown>): boolean {
  const isText = (each: unknown) => typeof each === 'string' && each !== ''
  if (Object.keys(others).length > 0) return false
  if (canonical !== undefined && !isText(canonical)) return false
  if (alternates === undefined) return true
  return Array.isArray(alternates) && alternates.length <= MAX_ALTERNATES && alternates.every(isText)
}

/** Values from before links were resolved are text, and are written as they are. */
export function writeMetaLinks(value: Json | undefined, linkTo: (ref: ContentRef) => string): Json | undefined {
  if (isContentRef(value)) return linkTo(value as unknown as ContentRef)
  if (Array.isArray(value)) return value.map((part) => writeMetaLinks(part, linkTo)!)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, writeMetaLinks(part as Json, linkTo)!]))
}
