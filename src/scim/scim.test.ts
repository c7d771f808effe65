// @only-sqlite
// Provisioning, with the requests that Okta and Entra ID document.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { httpAs } from '../../test/support/http.ts'
import { type Person, startedServer } from '../../test/support/server.ts'
import { insertToken } from '../domain/people/index.ts'
import { newId } from '../lib/ids.ts'
import { now } from '../lib/time.ts'
import { matches, parseFilter } from './filter.ts'
import { applyPatch } from './patch.ts'

const server = startedServer()
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const address = () => `${randomUUID()}@example.com`

interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  body: any
}

type Scim = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

/** A client with a token of the organization. */
async function clientOf({ organization, admin }: { organization: string; admin: Person }): Promise<Scim> {
  const { body } = await admin.http.post(`/v1/orgs/${organization}/scim-tokens`, { label: 'Identity provider' })
  return async (method, path, payload, more = {}) => {
    const response = await fetch(`${body.endpoint}${path}`, {
      method,
      headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/scim+json', ...more },
      ...(payload !== undefined && { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }
}

async function scene() {
  const place = await server.found()
  return { ...place, scim: await clientOf(place) }
}

const person = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Grace', familyName: 'Example' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Grace Example',
  active: true,
  ...more,
})

/** Makes many members at once, and returns their ids. */
async function join(organization_id: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  await server.database.write(async (db) => {
    for (let at = 0; at < count; at += 500) {
      const some = ids.slice(at, at + 500)
      await db
        .insertInto('users')
        .values(some.map((id) => ({ id, email: `${id}@example.com`, display_name: id, created_at: now() })))
        .execute()
      const rows = some.map((user_id) => ({
        organization_id,
        user_id,
        role: 'read' as const,
        sso: 0 as const,
        joined_at: now(),
      }))
      await db.insertInto('members').values(rows).execute()
    }
  })
  return ids
}

const replace = (value: unknown, path?: string) => ({ schemas: [PATCH], Operations: [{ op: 'replace', path, value }] })

/** A member with a token of their own. */
const tokenOf = async (userId: string) => {
  const made = await server.database.write((db) => insertToken(db, userId, { label: 'test' }))
  return httpAs(server.url, made.secret)
}

describe('Okta', () => {
  test('finds nobody, creates a user, reads it, updates it by PUT, deactivates and reactivates it', async () => {
    const { organization, admin, scim } = await scene()
    const userName = address()
    const none = await scim('GET', `/Users?filter=userName%20eq%20%22${userName}%22&startIndex=1&count=100`)
    expect(none.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] })
    const created = await scim(
      'POST',
      '/Users',
      person(userName, { externalId: '00ujl29u0le5T6Aj10h7', locale: 'en-US' }),
    )
    expect([created.status, created.body]).toMatchObject([
      201,
      { userName, active: true, externalId: '00ujl29u0le5T6Aj10h7' },
    ])
    expect(created.headers.get('content-type')).toContain('application/scim+json')
    const { id, meta } = created.body
    expect(created.headers.get('location')).toBe(meta.location)
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(created.body)
    const renamed = await scim('PUT', `/Users/${id}`, person(userName, { displayName: 'Grace H. Example' }))
    expect(renamed.body).toMatchObject({ id, displayName: 'Grace H. Example' })
    const http = await tokenOf(id)
    expect((await http.get(`/v1/orgs/${organization}`)).status).toBe(200)
    const off = await scim('PATCH', `/Users/${id}`, replace({ active: false }))
    expect([off.status, off.body.active]).toEqual([200, false])
    expect((await http.get(`/v1/orgs/${organization}`)).status).toBe(404)
    expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false)
    const on = await scim('PATCH', `/Users/${id}`, replace({ active: true }))
    expect(on.body.active).toBe(true)
    expect((await http.get(`/v1/orgs/${organization}`)).status).toBe(200)
    const { body } = await admin.http.get(`/v1/orgs/${organization}/audit-events?limit=100`)
    const actions = body.items.map((event: { action: string }) => event.action)
    for (const action of [
      'organization.member.joined',
      'organization.member.removed',
      'organization.scim-token.created',
    ])
      expect(actions).toContain(action)
  })

  test('pushes a group with its members, renames it, and removes it', async () => {
    const { organization, admin, scim } = await scene()
    const [one, two] = await Promise.all([address(), address()].map((name) => scim('POST', '/Users', person(name))))
    const members = [{ value: one!.body.id, display: 'Grace' }]
    const group = await scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Writers', members })
    expect([group.status, group.body.members.map(({ value }: { value: string }) => value)]).toEqual([
      201,
      [one!.body.id],
    ])
    const { id } = group.body
    const patch = {
      schemas: [PATCH],
      Operations: [
        { op: 'remove', path: `members[value eq "${one!.body.id}"]` },
        { op: 'add', path: 'members', value: [{ value: two!.body.id }] },
      ],
    }
    const changed = await scim('PATCH', `/Groups/${id}`, patch)
    expect(changed.body.members.map(({ value }: { value: string }) => value)).toEqual([two!.body.id])
    const renamed = await scim('PATCH', `/Groups/${id}`, replace({ id, displayName: 'Authors' }))
    expect(renamed.body.displayName).toBe('Authors')
    expect((await admin.http.get(`/v1/orgs/${organization}/teams/${id}/members`)).body.items).toHaveLength(1)
    expect((await scim('GET', `/Users/${two!.body.id}`)).body.groups).toEqual([{ value: id, display: 'Authors' }])
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404)
  })
})

describe('Entra ID', () => {
  test('probes with a random user, creates, patches with texts for booleans, and soft-deletes', async () => {
    const { scim } = await scene()
    expect((await scim('GET', `/Users?filter=userName+eq+"${randomUUID()}"`)).body.totalResults).toBe(0)
    const userName = address()
    const { body } = await scim('POST', '/Users', person(userName, { externalId: 'jyoung', roles: [] }))
    const found = await scim('GET', `/Users?filter=externalId eq "jyoung"`)
    expect(found.body.Resources.map(({ id }: { id: string }) => id)).toEqual([body.id])
    const patch = {
      schemas: [PATCH],
      Operations: [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@example.com' },
        { op: 'Replace', path: 'name.familyName', value: 'Renamed' },
        { op: 'Add', path: 'displayName', value: 'Grace Renamed' },
      ],
    }
    const patched = await scim('PATCH', `/Users/${body.id}`, patch)
    expect(patched.body).toMatchObject({
      userName,
      displayName: 'Grace Renamed',
      name: { givenName: 'Grace', familyName: 'Renamed' },
      emails: [{ value: 'new@example.com', type: 'work' }],
    })
    const disable = { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] }
    expect((await scim('PATCH', `/Users/${body.id}`, disable)).body.active).toBe(false)
    expect((await scim('GET', `/Users?filter=userName eq "${userName}"`)).body.Resources[0].active).toBe(false)
    expect((await scim('DELETE', `/Users/${body.id}`)).status).toBe(204)
    expect((await scim('GET', `/Users/${body.id}`)).status).toBe(404)
  })

  test('asks for groups without their members', async () => {
    const { scim } = await scene()
    await scim('POST', '/Groups', { schemas: [GROUP], externalId: 'g-1', displayName: 'Readers' })
    const path = '/Groups?excludedAttributes=members&filter=displayName eq "readers"'
    expect((await scim('GET', path)).body.Resources).toEqual([
      expect.not.objectContaining({ members: expect.anything() }),
    ])
    expect((await scim('GET', '/Groups?filter=externalId eq "g-1"')).body.totalResults).toBe(1)
  })
})

describe('a client', () => {
  test('never changes the account: name and address are those that the person chose', async () => {
    const { scim } = await scene()
    const known = await server.join('read')
    const { body } = await scim('POST', '/Users', person(known.email))
    expect(body.id).toBe(known.id)
    await scim('PATCH', `/Users/${body.id}`, replace({ userName: address(), displayName: 'Somebody Else' }))
    const { body: me } = await known.http.get('/v1/user')
    expect([me.email, me.displayName]).not.toContain('Somebody Else')
    expect(me.email).toBe(known.email)
    expect((await known.http.get(`/v1/orgs/${server.organization}`)).status).toBe(200)
  })

  test('names the accounts that it creates', async () => {
    const { scim } = await scene()
    const nameOf = async (given: object) => {
      const { body } = await scim('POST', '/Users', { ...person(address()), ...given })
      const { display_name } = await server.database.read
        .selectFrom('users')
        .select('display_name')
        .where('id', '=', body.id)
        .executeTakeFirstOrThrow()
      return display_name
    }
    expect(await nameOf({})).toBe('Grace Example')
    expect(await nameOf({ displayName: null, name: { givenName: 'Ada', familyName: 'Example' } })).toBe('Ada Example')
  })

  test('reaches only its organization', async () => {
    const [mine, theirs] = [await scene(), await scene()]
    const { body } = await theirs.scim('POST', '/Users', person(address()))
    const { body: group } = await theirs.scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Theirs' })
    for (const path of [`/Users/${body.id}`, `/Groups/${group.id}`])
      for (const method of ['GET', 'DELETE', 'PATCH', 'PUT'])
        expect((await mine.scim(method, path, /P/.test(method) ? replace({}) : undefined)).status, method + path).toBe(
          404,
        )
    const added = await mine.scim('POST', '/Groups', { displayName: 'Mine', members: [{ value: body.id }] })
    expect([added.status, added.body.scimType]).toEqual([400, 'invalidValue'])
    expect((await mine.scim('GET', '/Users')).body.totalResults).toBe(1)
  })

  test('gets back what people had when it activates them again, and cannot remove the last admin', async () => {
    const { organization, admin, scim } = await scene()
    const { body } = await scim('POST', '/Users', person(address()))
    await admin.http.patch(`/v1/orgs/${organization}/members/${body.id}`, { role: 'review' })
    const { body: group } = await scim('POST', '/Groups', { displayName: 'Team', members: [{ value: body.id }] })
    await scim('PATCH', `/Users/${body.id}`, replace(false, 'active'))
    expect((await scim('GET', `/Groups/${group.id}`)).body.members).toEqual([])
    await scim('PATCH', `/Users/${body.id}`, replace(true, 'active'))
    expect((await scim('GET', `/Groups/${group.id}`)).body.members).toHaveLength(1)
    expect((await admin.http.get(`/v1/orgs/${organization}/members/${body.id}`)).body.role).toBe('review')
    expect((await scim('DELETE', `/Users/${admin.id}`)).status).toBe(409)
    expect((await scim('PATCH', `/Users/${admin.id}`, replace(false, 'active'))).status).toBe(409)
  })

  test('pages, and is told when it writes over what it has not seen', async () => {
    const { scim } = await scene()
    for (let made = 0; made < 4; made++) await scim('POST', '/Users', person(address()))
    const pages = await Promise.all([1, 3, 5].map((at) => scim('GET', `/Users?startIndex=${at}&count=2`)))
    expect(pages.map(({ body }) => body.itemsPerPage)).toEqual([2, 2, 1])
    expect(new Set(pages.flatMap(({ body }) => body.Resources.map(({ id }: { id: string }) => id))).size).toBe(5)
    const { id, meta } = pages[1]!.body.Resources[0]
    expect((await scim('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })).status).toBe(304)
    const change = () => scim('PATCH', `/Users/${id}`, replace('Changed', 'displayName'), { 'if-match': meta.version })
    expect((await change()).status).toBe(200)
    expect((await change()).status).toBe(412)
  })

  test.each([
    ['no token', { authorization: '' }, 401],
    ['a wrong token', { authorization: 'Bearer nothing' }, 401],
  ])('with %s is refused', async (_what, headers, status) => {
    const { scim } = await scene()
    expect((await scim('GET', '/Users', undefined, headers)).status).toBe(status)
  })

  test('listScimTokens, createScimToken, deleteScimToken: a deleted token is refused, and tokens of people are none', async () => {
    const { organization, admin, scim } = await scene()
    const { body } = await admin.http.get(`/v1/orgs/${organization}/scim-tokens`)
    await admin.http.delete(`/v1/orgs/${organization}/scim-tokens/${body.items[0].id}`)
    expect((await scim('GET', '/Users')).status).toBe(401)
    const authorization = `Bearer ${admin.token}`
    expect((await scim('GET', '/Users', undefined, { authorization })).status).toBe(401)
  })

  test('learns what is supported', async () => {
    const { scim } = await scene()
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
    expect((await scim('GET', '/ResourceTypes')).body.totalResults).toBe(2)
    expect((await scim('GET', `/Schemas/${USER}`)).body.name).toBe('User')
  })

  test.each([
    ['POST', '/Users', '{', 'invalidSyntax'],
    ['POST', '/Users', '[]', 'invalidSyntax'],
    ['POST', '/Users', {}, 'invalidValue'],
    ['POST', '/Users', { userName: 'not an address' }, 'invalidValue'],
    ['POST', '/Users', { userName: 'a@example.com', active: 'perhaps' }, 'invalidValue'],
    ['POST', '/Groups', { displayName: 'x'.repeat(65) }, 'invalidValue'],
    ['GET', '/Users?filter=userName', undefined, 'invalidFilter'],
    ['GET', '/Users?filter=userName eq', undefined, 'invalidFilter'],
    ['GET', `/Users?filter=${'('.repeat(500)}`, undefined, 'invalidFilter'],
    ['GET', '/Users?count=many', undefined, 'invalidValue'],
    ['GET', '/Users?filter=active pr&filter=active pr', undefined, 'invalidFilter'],
    ['GET', '/Groups?filter=id pr&filter=id pr', undefined, 'invalidFilter'],
  ])('%s %s with bad input is told what is wrong', async (method, path, body, scimType) => {
    const { scim } = await scene()
    const refused = await scim(method, path, body)
    expect([refused.status, refused.body]).toMatchObject([400, { status: '400', scimType, detail: expect.any(String) }])
  })

  test('keeps groups of many thousand members', async () => {
    const { scim, organization } = await scene()
    const ids = await join(organization, 9000)
    const members = ids.map((value) => ({ value }))
    const group = (await scim('POST', '/Groups', { displayName: 'All', members })).body
    expect(group.members).toHaveLength(9000)
    const small = (await scim('POST', '/Groups', { displayName: 'Small', members: members.slice(0, 1) })).body
    for (const displayName of ['Second', 'Third']) await scim('POST', '/Groups', { displayName, members })
    const first = (await scim('GET', '/Groups')).body
    expect([first.totalResults, first.itemsPerPage]).toEqual([4, 3])
    const rest = (await scim('GET', '/Groups?startIndex=4')).body.Resources
    expect([...first.Resources, ...rest].map(({ displayName }) => displayName)).toEqual([
      'All',
      'Small',
      'Second',
      'Third',
    ])
    const filter = encodeURIComponent(`members[value eq "${ids[1]}"]`)
    expect(
      (await scim('GET', `/Groups?filter=${filter}`)).body.Resources.map(({ id }: { id: string }) => id),
    ).not.toContain(small.id)
    const each = (op: string, more: (id: string) => object) =>
      scim('PATCH', `/Groups/${group.id}`, { Operations: ids.slice(0, 1000).map((id) => ({ op, ...more(id) })) })
    expect((await each('remove', (id) => ({ path: `members[value eq "${id}"]` }))).body.members).toHaveLength(8000)
    expect((await each('add', (value) => ({ path: 'members', value: [{ value }] }))).body.members).toHaveLength(9000)
    const mixed = await each('replace', (id) => ({
      path: `members[value eq "${id}" and display pr].display`,
      value: 'x',
    }))
    expect([mixed.status, mixed.body.scimType]).toEqual([400, 'tooMany'])
  })

  test('cannot send more attributes at once than there is time for', async () => {
    const { scim } = await scene()
    const { id } = (await scim('POST', '/Users', person(address()))).body
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 1]))
    const patch = (Operations: object[]) => scim('PATCH', `/Users/${id}`, { Operations })
    const bodies = [
      [{ op: 'add', value: many(60_000) }],
      Array.from({ length: 30 }, () => ({ op: 'add', path: 'name', value: many(2000) })),
    ]
    for (const operations of bodies) expect((await patch(operations)).status).toBeLessThan(500)
    expect((await patch(bodies[0]!)).body.scimType).toBe('tooMany')
    expect((await patch([{ op: 'add', value: JSON.parse('{"name.__proto__":{"x":1}}') }])).status).toBe(400)
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('cannot create a user twice', async () => {
    const { scim } = await scene()
    const userName = address()
    await scim('POST', '/Users', person(userName))
    const again = await scim('POST', '/Users', person(userName.toUpperCase()))
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness'])
  })
})

test('filters of any form are answered or refused', () => {
  const word = fc.constantFrom(
    'userName',
    'eq',
    '"x"',
    'and',
    'or',
    'not',
    '(',
    ')',
    '[',
    ']',
    'pr',
    'emails.value',
    '1',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
        fc.string(),
      ),
      (text) => {
        try {
          expect(typeof matches(parseFilter(text), person('a@example.com'))).toBe('boolean')
        } catch (error) {
          expect((error as Error).name).toBe('ScimError')
        }
      },
    ),
  )
})

test('a patch leaves the given resource as it is', () => {
  const resource = { members: [{ value: 'a' }, { value: 'b' }] }
  const patch = { Operations: [{ op: 'remove', path: 'members', value: [{ value: 'a' }] }] }
  expect(applyPatch(resource, patch)).toEqual({ members: [{ value: 'b' }] })
  expect(resource.members).toHaveLength(2)
})
