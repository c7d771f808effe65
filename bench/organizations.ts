// Lists and writes in an organization of few spaces and members, and in one of many. Both are filled without the API, and
// something is committed before every request, so that nothing that was kept is measured.
import { sql } from 'kysely'
import { openDatabase } from '../src/db/database.ts'
import { insertMember, insertOrganization } from '../src/domain/people/index.ts'
import { insertSpace } from '../src/domain/spaces/index.ts'
import type { Api } from './api.ts'
import { isQuick } from './compare.ts'
import { insertMembers } from './reading.ts'
import { type Growth, grow } from './scaling.ts'

const FEW = 10
const MANY_SPACES = isQuick ? 500 : 10_000
const MANY_MEMBERS = isQuick ? 5000 : 100_000
const BATCH_SIZE = 500

interface Filled {
  organization: string
  space: string
}

export async function measureOrganizations(api: Api, url: string): Promise<Growth[]> {
  const few = await fill(api, url, FEW, FEW)
  const many = await fill(api, url, MANY_SPACES, MANY_MEMBERS)
  await takeStock(url)
  const growths: Growth[] = []
  for (const [name, act] of Object.entries(WORK)) {
    const work = async (filled: Filled) => {
      await api.post(`/spaces/${filled.space}/comments`, { body: { markdown: 'In between.' } })
      return () => act(api, filled)
    }
    growths.push(await grow(name, work, few, many))
  }
  return growths
}

/** What PostgreSQL does by itself within a minute: until then its plans are those of small tables. */
async function takeStock(url: string): Promise<void> {
  const database = await openDatabase({ url })
  if (database.kind === 'postgres') await sql`vacuum analyze`.execute(database.read)
  await database.close()
}

let count = 0

const WORK: Record<string, (api: Api, filled: Filled) => Promise<unknown>> = {
  'list spaces': (api, { organization }) => api.get(`/orgs/${organization}/spaces?limit=10`),
  'list members': (api, { organization }) => api.get(`/orgs/${organization}/members?limit=10`),
  'list members by their last visit': (api, { organization }) =>
    api.get(`/orgs/${organization}/members?limit=10&sort=lastSeenAt`),
  'list change requests of the organization': (api, { organization }) =>
    api.get(`/orgs/${organization}/change-requests?limit=10`),
  'list change requests of a space': (api, { space }) => api.get(`/spaces/${space}/change-requests?limit=10`),
  'list teams': (api, { organization }) => api.get(`/orgs/${organization}/teams?limit=10`),
  'list sites': (api, { organization }) => api.get(`/orgs/${organization}/sites?limit=10`),
  'search the organization': (api, { organization }) => api.get(`/orgs/${organization}/search?query=nothing`),
  'create a space': (api, { organization }) => api.post(`/orgs/${organization}/spaces`, { title: 'One more' }),
  'create a collection': (api, { organization }) => api.post(`/orgs/${organization}/collections`, { title: 'Shelf' }),
  'create a change request': (api, { space }) =>
    api.post(`/spaces/${space}/change-requests`, { subject: `Change ${count++}` }),
  'comment on a space': (api, { space }) => api.post(`/spaces/${space}/comments`, { body: { markdown: 'One more.' } }),
}

async function fill(api: Api, url: string, spaces: number, members: number): Promise<Filled> {
  const { id: user } = await api.get('/user')
  const database = await openDatabase({ url })
  const organization = await database.write(async (db) => {
    const { id } = await insertOrganization(db, { title: `${spaces} spaces`, hostname: `of-${spaces}-spaces` })
    await insertMember(db, { organization_id: id, user_id: user, role: 'admin' })
    return id
  })
  let space = ''
  for (let from = 0; from < spaces; from += BATCH_SIZE)
    await database.write(async (db) => {
      for (let at = from; at < Math.min(spaces, from + BATCH_SIZE); at++) {
        const position = `a${String(at).padStart(6, '0')}`
        const place = { organization_id: organization, parent_id: null, position, title: `Space ${at}` }
        space = (await insertSpace(db, place, { createdBy: user })).id
      }
    })
  await database.close()
  await insertMembers(url, organization, members)
  return { organization, space }
}
