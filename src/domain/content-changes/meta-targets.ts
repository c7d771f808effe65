// Validates canonical and alternate links of a page, which point to a page or a web URL.
import { isContentRef } from '../../engine/content-ref.ts'
import type { Issue } from '../../errors.ts'
import type { MetaLinksJson } from '../../shapes/content.ts'

export type MetaTarget = NonNullable<MetaLinksJson['canonical']>

export function isMetaTarget(value: unknown): value is MetaTarget {
  if (!isContentRef(value)) return false
  return value.kind === 'page' || (value.kind === 'url' && isWebUrl(value.url))
}

export const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** Lists the invalid targets. */
export function issuesInMetaLinks({
  canonical,
  alternates = [],
}: {
  canonical?: unknown
  alternates?: unknown[]
}): Issue[] {
  const targets = [
    ...(canonical === undefined ? [] : [{ path: 'metaLinks.canonical', target: canonical }]),
    ...alternates.map((target, at) => ({ path: `metaLinks.alternates.${at}`, target })),
  ]
  const wrong = targets.filter(({ target }) => !isMetaTarget(target))
  return wrong.map(({ path }) => ({ path, message: 'must be a reference to a page, or to an http or https URL' }))
}
