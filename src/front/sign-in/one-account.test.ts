// @only-sqlite
// A person is one account: what each way to sign in reaches, alone and after another, and what bound sessions may not do.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../test/support/browser.ts'
import { consoleIn } from '../../../test/support/http.ts'
import { startedServer } from '../../../test/support/server.ts'
import type { Db, Row } from '../../db/tables.ts'
import { insertMember } from '../../domain/people/organizations.ts'
import { insertUser } from '../../domain/people/users.ts'
import { type BegunSession, beginProviderSession, beginSession, verifyAddress } from '../../domain/sessions/index.ts'

const server = startedServer()

const WAYS = ['password', 'link', 'SAML of A', 'SAML of B', 'OIDC of A', 'OIDC of B', 'OIDC of the server'] as const
type Way = (typeof WAYS)[number]

let A: { id: string; saml: string; oidc: string }
let B: typeof A
beforeAll(async () => {
  const place = async () => {
    const { organization, admin } = await server.found()
    const create = async (kind: string) =>
      (await admin.http.post(`/v1/orgs/${organization}/${kind}`, { label: kind })).body.id as string
    return { id: organization, saml: await create('saml'), oidc: await create('oidc') }
  }
  A = await place()
  B = await place()
})

type Trust = 'verified' | 'invited by A' | 'unknown'

/** A member of both organizations. */
const person = (trust: Trust) =>
  server.database.write(async (db) => {
    const user = await insertUser(db, { email: `${randomUUID()}@example.com` })
    for (const { id } of [A, B]) await insertMember(db, { organization_id: id, user_id: user.id, role: 'edit' })
    const known = {
      verified: { email_verified_at: user.created_at },
      'invited by A': { vouched_by: A.id },
      unknown: {},
    }
    return db
      .updateTable('users')
      .set({ id: user.id, ...known[trust] })
      .where('id', '=', user.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })

async function begin(db: Db, user: Row<'users'>, way: Way, secret?: string): Promise<BegunSession | undefined> {
  const browser = { userAgent: undefined, address: '127.0.0.1', secret }
  if (way === 'password' || way === 'link') return beginSession(db, user, way, browser)
  if (way === 'OIDC of the server') return beginSession(db, await verifyAddress(db, user), 'oidc', browser)
  const place = way.endsWith('A') ? A : B
  const method = way.startsWith('SAML') ? 'saml' : 'oidc'
  return beginProviderSession(db, user, { method, organizationId: place.id, providerId: place[method] }, browser)
}

const signIn = (user: Row<'users'>, way: Way, secret?: string) =>
  server.database.write((db) => begin(db, user, way, secret))

const consoleWith = (secret: string) => consoleIn(server.url, { kept: new Map([['lectern_session', secret]]) })

/** The organizations that a session reaches, as letters; undefined if nobody is signed in. */
async function reach(secret: string | undefined): Promise<string | undefined> {
  if (secret === undefined) return undefined
  const { status, body } = await consoleWith(secret).get('/v1/orgs')
  if (status === 401) return undefined
  const ids = body.items.map(({ id }: { id: string }) => id)
  return [A, B].map(({ id }, index) => (ids.includes(id) ? 'AB'[index] : '')).join('')
}

const REACH: Record<Trust, Record<Way, string | undefined>> = {
  verified: {
    password: 'AB',
    link: 'AB',
    'SAML of A': 'A',
    'SAML of B': 'B',
    'OIDC of A': 'A',
    'OIDC of B': 'B',
    'OIDC of the server': 'AB',
  },
  'invited by A': {
    password: 'A',
    link: 'A',
    'SAML of A': 'A',
    'SAML of B': 'B',
    'OIDC of A': 'A',
    'OIDC of B': 'B',
    'OIDC of the server': 'AB',
  },
  unknown: {
    password: undefined,
    link: undefined,
    'SAML of A': 'A',
    'SAML of B': 'B',
    'OIDC of A': 'A',
    'OIDC of B': 'B',
    'OIDC of the server': 'AB',
  },
}

const isProvider = (way: Way) => way.endsWith('of A') || way.endsWith('of B')
const union = (...parts: (string | undefined)[]) => [...new Set(parts.join(''))].sort().join('')

describe.each(Object.keys(REACH) as Trust[])('an account whose address is %s', (trust) => {
  test.each(WAYS)('reaches by %s what this way is trusted for', async (way) => {
    expect(await reach((await signIn(await person(trust), way))?.secret)).toBe(REACH[trust][way])
  })

  test.each(WAYS)('reaches by %s and then another way what both are trusted for', async (first) => {
    for (const second of WAYS) {
      const user = await person(trust)
      const before = await signIn(user, first)
      if (!before) continue
      const fresh = await server.database.read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      const after = await signIn(fresh, second, before.secret)
      // Own ways begin a new session; a provider adds its organization to the one that is there.
      const now: Trust = first === 'OIDC of the server' ? 'verified' : trust
      const expected = isProvider(second) ? union(REACH[trust][first], REACH[now][second]) : REACH[now][second]
      expect(await reach(after?.secret), `${first}, then ${second}`).toBe(expected)
      if (after) expect(await reach(before.secret), `the secret before ${second}`).toBeUndefined()
    }
  })
})

test.each(WAYS)('somebody else who signs in by %s replaces the session', async (way) => {
  const [one, other] = [await person('verified'), await person('verified')]
  const before = (await signIn(one, 'password'))!
  const after = (await signIn(other, way, before.secret))!
  expect((await consoleWith(after.secret).get('/v1/user')).body.id).toBe(other.id)
  expect(await reach(after.secret)).toBe(REACH.verified[way])
  expect(await reach(before.secret)).toBeUndefined()
})

describe.each(WAYS.filter(isProvider))('a session by %s', (way) => {
  test('changes nothing of the account as a whole', async () => {
    const user = await person('verified')
    const { secret } = (await signIn(user, way))!
    const http = consoleWith(secret)
    const answers = {
      password: await http.put('/v1/user/password', { password: 'correct horse battery staple' }),
      email: await http.post('/v1/user/email', { email: `${randomUUID()}@example.com` }),
      deletion: await http.delete('/v1/user'),
      data: await http.get('/v1/user/data'),
      organization: await http.post('/v1/orgs', { title: 'My own' }),
    }
    for (const [what, { status }] of Object.entries(answers)) expect(status, what).toBe(403)
    const token = await http.post('/v1/user/tokens', { label: 'test' })
    expect(token.body.organization).toBe(way.endsWith('A') ? A.id : B.id)
    const browser = openBrowser()
    browser.kept.set('lectern_session', secret)
    const form = { password: 'correct horse battery staple' }
    expect((await browser.submit(`${server.url}/account/password`, form)).status).toBe(403)
    const stored = await server.database.read
      .selectFrom('passwords')
      .select('user_id')
      .where('user_id', '=', user.id)
      .execute()
    expect(stored).toEqual([])
  })
})
