// Every operation, tried with every caller of the table in access-matrix.ts.
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromNow } from '../src/lib/time.ts'
import { insertMember } from '../src/resources/organizations/queries.ts'
import { insertToken } from '../src/resources/users/queries.ts'
import { CALLERS, type CallerName, LEVELS, type Outcome, outcomeOf, placed } from './access-matrix.ts'
import { ACCESS_DOCUMENT, accessDocument } from './support/access-document.ts'
import { type Http, httpAs } from './support/http.ts'
import { at, type Line, operations, urlOf } from './support/operations.ts'
import { type Person, startedServer } from './support/server.ts'
import { visit } from './support/sites.ts'
import { createWorld, isFinal, prepare, type World } from './support/world.ts'

const server = startedServer()

/** A world, and everybody in front of its doors. */
interface Stage {
  world: World
  callers: Record<CallerName, Http>
}

const BELOW_ADMIN = LEVELS.filter((level) => level !== 'admin')

const people: Partial<Record<CallerName, Person>> = {}
let stranger: Person
let shared: Stage
/** What readers are tried on: they change nothing, and a site that is published would be in the way of others. */
let visited: World
let reader: Http

beforeAll(async () => {
  stranger = (await server.found()).admin
  for (const level of BELOW_ADMIN) people[level] = await server.join()
  visited = await createWorld(server)
  const site = at('/v1/orgs/:organizationId/sites/:siteId', visited.ids)
  await visited.admin.http.post(`${site}/site-spaces`, { spaceId: visited.ids.spaceId })
  await visited.admin.http.post(`${site}/publish`)
  reader = await visit(server, `${server.url}/${visited.ids.organizationId}/a-site/`)
  shared = await setUp()
})

async function setUp(): Promise<Stage> {
  const world = await createWorld(server)
  const organization = world.ids.organizationId!
  for (const level of BELOW_ADMIN) await letIn(organization, people[level]!, level === 'guest' ? null : level)
  const { id: other } = (await world.admin.http.post('/v1/orgs', { title: 'Elsewhere' })).body
  const revoked = await tokenOf(world)
  await httpAs(server.url, revoked.secret).delete(`/v1/user/tokens/${revoked.token.id}`)
  const as = ({ secret }: { secret: string }) => httpAs(server.url, secret)
  const below = Object.fromEntries(BELOW_ADMIN.map((level) => [level, people[level]!.http]))
  return {
    world,
    callers: {
      ...(below as Record<(typeof BELOW_ADMIN)[number], Http>),
      none: httpAs(server.url),
      revoked: as(revoked),
      expired: as(await tokenOf(world, { expiresAt: fromNow(-1) })),
      reader,
      stranger: stranger.http,
      elsewhere: as(await tokenOf(world, { boundTo: other })),
      admin: world.admin.http,
      sso: as(await tokenOf(world, { boundTo: organization })),
      installation: (await server.integration(world.ids.integrationName!, world.ids.installationId)).http,
    },
  }
}

const letIn = (organization: string, { id }: Person, role: Parameters<typeof insertMember>[1]['role']) =>
  server.database.write((db) => insertMember(db, { organization_id: organization, user_id: id, role }))

const tokenOf = ({ admin }: World, more: { expiresAt?: string; boundTo?: string } = {}) =>
  server.database.write((db) => insertToken(db, admin.id, { label: 'test', ...more }))

const NAMES = Object.keys(CALLERS) as CallerName[]

const isFor = ({ id }: Line, name: CallerName) => Number(outcomeOf(id, name) === 'yes')

/** Calls the operation as everybody: those who are to be refused first, as they change nothing for the others. */
async function tryAll(line: Line): Promise<Record<string, Outcome | number>> {
  const { world, callers } = isFinal(line) ? await setUp() : shared
  const copy = { ...world, ids: { ...world.ids } }
  const { body, query } = await prepare(line, copy)
  if (copy.ids.anotherOrganization)
    for (const level of BELOW_ADMIN) await letIn(copy.ids.anotherOrganization, people[level]!, 'create')
  const found: Record<string, Outcome | number> = {}
  let isDone = false
  for (const name of [...NAMES].sort((a, b) => isFor(line, a) - isFor(line, b))) {
    const { ids } = name === 'reader' ? visited : copy
    const url = query && name !== 'reader' ? `${at(line.path, ids)}?${new URLSearchParams(query)}` : urlOf(line, ids)
    const { status } = await callers[name].send(line.method, url, body)
    found[name] = isDone && isDoneAlready(line, status) ? 'yes' : judge(status)
    isDone ||= found[name] === 'yes'
  }
  return found
}

const judge = (status: number): Outcome | number => (status < 300 ? 'yes' : status)

// Whoever comes after somebody for whom it worked may find it done, but must not be turned away.
const isDoneAlready = (line: Line, status: number) =>
  [400, 409, 412].includes(status) || (isFinal(line) && status === 404)

describe('everybody', () => {
  test.each(operations)('$id: is for those whom the table names', async (line) => {
    const expected = NAMES.map((name) => [name, outcomeOf(line.id, name)])
    expect(await tryAll(line)).toEqual(Object.fromEntries(expected))
  })
})

describe('the table', () => {
  test('has every operation once', () => {
    expect(placed().sort()).toEqual(operations.map(({ id }) => id).sort())
  })

  test('is what docs/ACCESS.md shows (npm run docs:access writes it)', async () => {
    expect(await readFile(ACCESS_DOCUMENT, 'utf8')).toBe(accessDocument())
  })
})
