// Reads with addresses in turn, next to a bare server: kept, as nothing is written meanwhile, and cold, with a commit
// before every request.
import { openDatabase } from '../src/db/database.ts'
import { newId } from '../src/lib/ids.ts'
import { now } from '../src/lib/time.ts'
import type { Api } from './api.ts'
import { type Comparison, compare, compareReads, isQuick } from './compare.ts'
import type { MeasuredDatabase } from './databases.ts'
import { load, type Request } from './load.ts'
import { COMMON, fillPages, SUBJECTS } from './pages.ts'
import { idle, noteScheduled } from './scaling.ts'
import { ADMIN_TOKEN, type Server } from './servers.ts'

/** Spaces with change requests, and spaces that are listed. */
const SPACES = 8
const LISTED = 25

interface World {
  organization: string
  space: string
  pages: string[]
  spaces: string[]
}

export async function measureReading(lectern: Server, api: Api, database: MeasuredDatabase): Promise<Comparison[]> {
  await noteScheduled(api)
  const world = await fill(api, database)
  await idle(api)
  const { commit, end } = await database.commits()
  const reads = readsOf(world)
  await warm(lectern, Object.values(reads).flat())
  const comparisons = await compareReads(lectern, reads, commit)
  await end()
  const create = { method: 'POST', path: `/v1/orgs/${world.organization}/spaces`, body: { title: 'Bench' } } as const
  // Last, because it creates thousands of spaces, and the others measure few.
  comparisons.push(await compare('create a space', lectern, create))
  return comparisons
}

/** What is measured first would be measured before the engine has compiled what every request runs. */
const warm = (lectern: Server, requests: readonly Request[]) =>
  load({ ...lectern, requests, token: ADMIN_TOKEN, connections: 20, milliseconds: isQuick ? 1500 : 3000 })

const get = (path: string): Request => ({ method: 'GET', path: `/v1${path}` })

function readsOf({ organization, space, pages, spaces }: World): Record<string, Request[]> {
  const limits = Array.from({ length: 9 }, (_, at) => LISTED - 4 + at)
  return {
    'a page, 200 in turn': pages.map((page) => get(`/spaces/${space}/content/page/${page}`)),
    'a page as markdown, 200 in turn': pages.map((page) =>
      get(`/spaces/${space}/content/page/${page}?format=markdown`),
    ),
    'the tree of 200 pages': [get(`/spaces/${space}/content/pages`)],
    'list 25 change requests': spaces.map((id) => get(`/spaces/${id}/change-requests?limit=${LISTED}`)),
    'list about 25 spaces': limits.map((limit) => get(`/orgs/${organization}/spaces?limit=${limit}`)),
    'list about 25 members': limits.map((limit) => get(`/orgs/${organization}/members?limit=${limit}`)),
    'list 25 comments': spaces.map((id) => get(`/spaces/${id}/comments?limit=${LISTED}`)),
    'search a space, 16 words in turn': [...SUBJECTS, ...COMMON].map((word) =>
      get(`/spaces/${space}/search?query=${word}`),
    ),
  }
}

async function fill(api: Api, { url }: MeasuredDatabase): Promise<World> {
  const organization = (await api.get('/orgs')).items[0].id
  const create = (title: string) => api.post(`/orgs/${organization}/spaces`, { title })
  const { space, pages } = await fillPages(api, organization)
  const fillSpace = async (_: unknown, at: number): Promise<string> => {
    const { id } = await create(`Space ${at}`)
    for (let made = 0; made < LISTED + 5; made++) {
      await api.post(`/spaces/${id}/change-requests`, { subject: `Change ${made} of the timetable` })
      await api.post(`/spaces/${id}/comments`, { body: { markdown: 'Please say **which** port `this` is.' } })
    }
    return id
  }
  const spaces = await Promise.all(Array.from({ length: SPACES }, fillSpace))
  for (let at = 0; at < LISTED; at++) await create(`Listed ${at}`)
  await insertMembers(url, organization, 2 * LISTED)
  return { organization, space, pages, spaces }
}

/** Adds members without mail and confirmation. */
export async function insertMembers(url: string, organization: string, count: number): Promise<void> {
  const database = await openDatabase({ url })
  const at = now()
  for (let from = 0; from < count; from += 500) {
    const people = Array.from({ length: Math.min(500, count - from) }, (_, index) => ({
      id: newId(),
      display_name: `Member ${from + index}`,
      email: `member-${count}-${from + index}@example.com`,
      created_at: at,
    }))
    await database.write(async (db) => {
      await db
        .insertInto('users')
        .values(people as never)
        .execute()
      const members = people.map(({ id }) => ({
        organization_id: organization,
        user_id: id,
        role: 'edit',
        sso: 0,
        joined_at: at,
      }))
      await db
        .insertInto('members')
        .values(members as never)
        .execute()
    })
  }
  await database.close()
}
