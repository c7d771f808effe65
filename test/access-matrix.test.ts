// @only-sqlite @slow
// Tries every operation with every caller of access-matrix.ts.
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertMember } from '../src/domain/people/organizations.ts'
import { findUser, insertToken } from '../src/domain/people/users.ts'
import { type BegunSession, beginProviderSession, beginSession, verifyAddress } from '../src/domain/sessions/index.ts'
import { fromNow } from '../src/lib/time.ts'
import { CALLERS, type CallerName, LEVELS, type Outcome, outcomeOf, placed } from './access-matrix.ts'
import { ACCESS_DOCUMENT, accessDocument } from './support/access-document.ts'
import { consoleIn, type Http, httpAs } from './support/http.ts'
import { at, type OperationEntry, operations, urlOf } from './support/operations.ts'
import { type Person, startedServer } from './support/server.ts'
import { visit } from './support/sites.ts'
import { createWorld, isFinal, prepare, type World } from './support/world.ts'

const server = startedServer({ hostname: 'localhost', mailbox: { url: 'smtp://127.0.0.1:9' } })

/** A world and all callers. */
interface Stage {
  world: World
  callers: Record<CallerName, Http>
}

const BELOW_ADMIN = LEVELS.filter((level) => level !== 'admin')

const people: Partial<Record<CallerName, Person>> = {}
let stranger: Person
let shared: Stage
/** The site for readers: they change nothing, and publishing the site of a shared world would affect others. */
let visited: World
let reader: Http

beforeAll(async () => {
  stranger = (await server.found()).admin
  for (const level of BELOW_ADMIN) people[level] = await server.join()
  visited = await createWorld(server)
  const site = at('/v1/orgs/:organizationId/sites/:siteId', visited.ids)
  await visited.admin.http.post(`${site}/site-spaces`, { spaceId: visited.ids.spaceId })
  await visited.admin.http.post(`${site}/publish`)
  reader = await visit(server, `${server.url}/${visited.ids.subdomain}/a-site/`)
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
      ...(await sessionsOf(world, organization, other)),
      installation: (await server.integration(world.ids.integrationName!, world.ids.installationId)).http,
    },
  }
}

/** The sessions of the admin: unbound, through the provider of the organization, and of the other one. */
async function sessionsOf({ admin }: World, organization: string, other: string) {
  const providerIn = async (id: string) => (await admin.http.post(`/v1/orgs/${id}/saml`, { label: 'Example' })).body.id
  const [provider, otherProvider] = [await providerIn(organization), await providerIn(other)]
  const inConsole = ({ secret }: BegunSession) =>
    consoleIn(server.url, { kept: new Map([['lectern_session', secret]]) })
  return server.database.write(async (db) => {
    const user = await verifyAddress(db, (await findUser(db, admin.id))!)
    const browser = { userAgent: undefined, address: '127.0.0.1', secret: undefined }
    const through = async (organizationId: string, providerId: string) =>
      inConsole(await beginProviderSession(db, user, { method: 'saml', organizationId, providerId }, browser))
    return {
      session: inConsole((await beginSession(db, user, 'password', browser))!),
      ssoSession: await through(organization, provider),
      elsewhereSession: await through(other, otherProvider),
    }
  })
}

const letIn = (organization: string, { id }: Person, role: Parameters<typeof insertMember>[1]['role']) =>
  server.database.write((db) => insertMember(db, { organization_id: organization, user_id: id, role }))

const tokenOf = ({ admin }: World, more: { expiresAt?: string; boundTo?: string } = {}) =>
  server.database.write((db) => insertToken(db, admin.id, { label: 'test', ...more }))

const NAMES = Object.keys(CALLERS) as CallerName[]

const isFor = ({ id }: OperationEntry, name: CallerName) => Number(outcomeOf(id, name) === 'yes')

/** Calls the operation as every caller; those that are refused come first, because they change nothing. */
async function tryAll(line: OperationEntry): Promise<Record<string, Outcome | number>> {
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

// After a successful call the work may already be done, but later callers must not be refused.
const isDoneAlready = (line: OperationEntry, status: number) =>
  [400, 409, 412].includes(status) || (isFinal(line) && status === 404)

describe('everybody', () => {
  test.each(operations)('$id: matches the access matrix', async (line) => {
    const expected = NAMES.map((name) => [name, outcomeOf(line.id, name)])
    expect(await tryAll(line)).toEqual(Object.fromEntries(expected))
  })
})

describe('the table', () => {
  test('lists every operation once', () => {
    expect(placed().sort()).toEqual(operations.map(({ id }) => id).sort())
  })

  test('matches docs/ACCESS.md (npm run docs:access writes it)', async () => {
    expect(await readFile(ACCESS_DOCUMENT, 'utf8')).toBe(accessDocument())
  })
})
