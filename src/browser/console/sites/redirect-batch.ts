// Redirects from a CSV file: which part of the site a path means, and what became of each line.
import { parseCsv } from '../../csv.ts'
import type { Input, ReplyTo } from '../api/operations.ts'
import { rowsOf, type Structure } from './structure-rows.ts'

const REDIRECTS = '/orgs/:organizationId/sites/:siteId/redirects'
export type Redirect = ReplyTo<`GET ${typeof REDIRECTS}`>['items'][number]
export type Upsert = Input<`PUT ${typeof REDIRECTS}`>['body']['redirects'][number]

/** As many as one request takes. */
export const BATCH = 500
export const MAX_LINES = 50_000

/** A path below the site, perhaps with a wildcard at its end. */
const SOURCE = /^(?:\/(?:[\w.~+-]|%[\da-f]{2})+)*\/(?:(?:[\w.~+-]|%[\da-f]{2})+\*?|\*)$/i

interface Place {
  prefix: string
  spaceId: string
}

/** The spaces of a site by where they are below it, the deepest first. */
export function placesIn(structure: Structure): Place[] {
  const found = rowsOf(structure).flatMap(({ item, parent }) => {
    if (item.object !== 'site-space') return []
    const section = parent?.object === 'site-section' ? parent : undefined
    const steps = (isShort: boolean) =>
      [section && !(isShort && section.default) && section.path, !(isShort && item.default) && item.path].filter(
        Boolean,
      )
    return [steps(true), steps(false)].map((path) => ({ prefix: ['', ...path].join('/'), spaceId: item.space.id }))
  })
  return found.toSorted((one, other) => other.prefix.length - one.prefix.length)
}

/** Where a redirect leads: an address elsewhere, or a path of the site. */
export function destinationOf(target: string, places: readonly Place[]) {
  if (/^https?:\/\//.test(target)) return { kind: 'external' as const, url: target }
  const path = `/${target.replace(/^\/+|\/+$/g, '')}`.replace(/^\/$/, '')
  const place = places.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
  if (!place) return undefined
  return { kind: 'path' as const, spaceId: place.spaceId, path: path.slice(place.prefix.length + 1) }
}

export interface Line {
  line: number
  source: string
  redirect?: Upsert
  /** What is wrong with a line that becomes no redirect. */
  fault?: 'source' | 'target'
}

/** Each row: the old path, where it leads, and `yes` if it is permanent. A first row with headings is left out. */
export function linesOf(text: string, places: readonly Place[]): Line[] {
  return parseCsv(text).flatMap(([source = '', target = '', permanent = ''], at): Line[] => {
    if (at === 0 && !source.startsWith('/')) return []
    const destination = destinationOf(target.trim(), places)
    const line = { line: at + 1, source: source.trim() }
    if (!SOURCE.test(line.source)) return [{ ...line, fault: 'source' as const }]
    if (!destination || target.trim() === '') return [{ ...line, fault: 'target' as const }]
    const redirect = { source: line.source, destination, permanent: /^(yes|true|1|301|308)$/i.test(permanent.trim()) }
    return [{ ...line, redirect: line.source.endsWith('*') ? { ...redirect, captureWildcard: true } : redirect }]
  })
}
