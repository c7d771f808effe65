// The names of the sections and spaces of a site.
import { useReading } from '../api/store.ts'
import type { Located } from './site-frame.tsx'

const ALL = { limit: 1000 }

/** The titles of the spaces of a site, by the ids of the spaces; empty if it has one alone. */
export function useSpaceNames(at: Located['at']): ReadonlyMap<string, string> {
  const items = useReading('GET /orgs/:organizationId/sites/:siteId/site-spaces', { ...at, query: ALL }).value.value
    ?.items
  return new Map(items && items.length > 1 ? items.map(({ space, title }) => [space.id, title]) : [])
}

/** By the ids of sections and site spaces. */
export function usePartNames(at: Located['at']): ReadonlyMap<string, string> {
  const sections = useReading('GET /orgs/:organizationId/sites/:siteId/sections', { ...at, query: ALL }).value
  const spaces = useReading('GET /orgs/:organizationId/sites/:siteId/site-spaces', { ...at, query: ALL }).value
  return new Map([...(sections.value?.items ?? []), ...(spaces.value?.items ?? [])].map(({ id, title }) => [id, title]))
}
