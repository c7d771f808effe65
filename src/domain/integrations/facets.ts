// Catalogue facets of integrations.
import type { Row } from '../../db/tables.ts'
import type { Manifest } from '../../shapes/integrations.ts'

export type Facet = [facet: Row<'integration_facets'>['facet'], value: string]

export function facetsOf(manifest: Manifest, scopes: readonly string[]): Facet[] {
  const { categories, blocks = [], contentSources = [] } = manifest
  const domains = blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl.flatMap(domainOf))
  return [
    ...facets('category', categories),
    ...facets('scope', scopes),
    ...facets('block-domain', domains),
    ...facets('has', [
      ...(blocks.length > 0 ? ['blocks'] : []),
      ...(contentSources.length > 0 ? ['contentSources'] : []),
    ]),
  ]
}

const facets = (facet: Facet[0], values: readonly string[]): Facet[] =>
  [...new Set(values)].map((value) => [facet, value])

/** The host of a pattern such as `https://*.example.com/**`; a star matches any labels. */
function domainOf(pattern: string): string[] {
  const host = /^(?:[a-z*]+:\/\/)?([^/:?#]+)/i.exec(pattern.trim())?.[1]
  return host ? [withoutWww(host.toLowerCase()).replace(UP_TO_STAR, '*')] : []
}

/** Everything up to and including the label with the last star. */
const UP_TO_STAR = /^.*\*[^.]*/

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** The facet values that match this domain: itself, and patterns for its parents. */
export function domainsMatching(domain: string): string[] {
  const host = withoutWww(domain.toLowerCase())
  const names = host.split('.')
  return [host, ...names.map((_, at) => ['*', ...names.slice(at + 1)].join('.'))]
}
