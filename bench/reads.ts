// What is read, and the addresses of each kind, which are asked for in turn.
import type { Request } from './load.ts'
import { LISTED, type World } from './world.ts'

export interface Read {
  name: string
  kind: 'page' | 'list' | 'search'
  requests: Request[]
  /** Whether it is also measured with something written before every request. */
  isAskedAnew: boolean
}

export function listReads({ organization, small, spaces, site, queries }: World): Read[] {
  const space = `/v1/spaces/${small.space}`
  // One organization has one list: other lengths make other addresses.
  const limits = Array.from({ length: 9 }, (_, at) => LISTED - 4 + at)
  const paths: Record<Read['kind'], Record<string, string[]>> = {
    page: {
      'a page (API)': small.pages.map((page) => `${space}/content/page/${page}`),
      'the tree of 200 pages': [`${space}/content/pages`],
      'a page of a site': site,
    },
    list: {
      '25 change requests': spaces.map((id) => `/v1/spaces/${id}/change-requests?limit=${LISTED}`),
      '25 comments': spaces.map((id) => `/v1/spaces/${id}/comments?limit=${LISTED}`),
      '25 spaces': limits.map((limit) => `/v1/orgs/${organization}/spaces?limit=${limit}`),
      '25 members': limits.map((limit) => `/v1/orgs/${organization}/members?limit=${limit}`),
    },
    search: {
      'search in a space': queries.map((query) => `${space}/search?query=${encodeURIComponent(query)}`),
    },
  }
  return Object.entries(paths).flatMap(([kind, reads]) =>
    Object.entries(reads).map(([name, listed]) => ({
      name,
      kind: kind as Read['kind'],
      requests: listed.map((path) => ({ method: 'GET', path })),
      isAskedAnew: kind !== 'page' || name === 'a page (API)',
    })),
  )
}
