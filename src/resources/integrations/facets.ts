// What the catalogue finds integrations by.
import type { Row } from '../../db/tables.ts'
import type { Manifest } from './schemas.ts'

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

/** The host of a pattern such as `https://*.example.com/**`; stars stand for any names before it. */
function domainOf(pattern: string): string[] {
  const host = /^(?:[a-z*]+:\/\/)?([^/:?#]+)/i.exec(pattern.trim())?.[1]
  return host ? [withoutWww(host.toLowerCase().replaceAll('**', '*'))] : []
}

const withoutWww = (host: string) => host.replace(/^www\./, '')

/** Every value of a facet that stands for this domain: itself, and whatever pattern has it below. */
export function domainsMatching(domain: string): string[] {
  const host = withoutWww(domain.toLowerCase())
  const names = host.split('.')
  return [host, ...names.map((_, at) => ['*', ...names.slice(at + 1)].join('.'))]
}
