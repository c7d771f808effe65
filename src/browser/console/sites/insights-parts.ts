// The names of the sections and spaces of a site, by their ids.
import { useReading } from '../api/store.ts'
import type { Located } from './site-frame.tsx'

const ALL = { limit: 1000 }

export function usePartNames(at: Located['at']): ReadonlyMap<string, string> {
  const sections = useReading('GET /orgs/:organizationId/sites/:siteId/sections', { ...at, query: ALL }).value
  const spaces = useReading('GET /orgs/:organizationId/sites/:siteId/site-spaces', { ...at, query: ALL }).value
  return new Map([...(sections.value?.items ?? []), ...(spaces.value?.items ?? [])].map(({ id, title }) => [id, title]))
}
