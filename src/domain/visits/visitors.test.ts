import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { httpAs } from '../../../test/support/http.ts'
import { startedServer } from '../../../test/support/server.ts'
import { adapt, newSite, resolve, signIn, visit } from '../../../test/support/sites.ts'

const server = startedServer()
const signedOnly = async () => newSite(server, await server.found(), { visibility: 'visitor-auth' })

describe('signing visitors in', () => {
  test('getSitePublishingAuthById, updateSitePublishingAuthById: a key, and where to sign in', async () => {
    const site = await signedOnly()
    const { http } = site.admin
    const { body: auth } = await http.get(`${site.path}/publishing/auth`)
    const key = { privateKey: expect.any(String) }
    expect(auth).toEqual({ object: 'publishing-auth', backend: 'custom', ...key, integrations: [] })
    const { body: updated } = await http.patch(`${site.path}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: 'https://example.com/login?next=1',
    })
    expect(updated).toEqual({ ...auth, fallbackURL: 'https://example.com/login?next=1' })
    expect((await resolve(server, `${site.url}guide`)).body).toEqual({
      target: 'external',
      redirect: `https://example.com/login?next=1&location=${encodeURIComponent(new URL(site.url).pathname)}guide`,
    })
    expect((await http.patch(`${site.path}/publishing/auth`, { fallbackURL: null })).body).toEqual(auth)
    expect(await statusOf(http.patch(`${site.path}/publishing/auth`, { backend: 'integration' }))).toBe(400)
    const stored = await server.database.read.selectFrom('site_auth').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(auth.privateKey)
  })

  test('resolvePublishedContentByUrl: a token of the site lets in, any other is refused with the reason', async () => {
    const site = await signedOnly()
    expect(await statusOf(resolve(server, site.url))).toBe(403)
    const { body } = await resolve(server, site.url, { jwtToken: await signIn(site) })
    expect(body).toMatchObject({ site: site.id, contextId: expect.any(String) })
    const key = new TextEncoder().encode('x'.repeat(64))
    const refused: [string, string][] = [
      [await signIn(site, {}, 3600, 'x'.repeat(48)), 'The token signature is invalid.'],
      [await signIn(site, {}, -3600), 'The token has expired.'],
      [await new SignJWT({}).setProtectedHeader({ alg: 'HS512' }).sign(key), 'signed with HS256'],
      [`${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{}').replaceAll('=', '')}.`, 'signed with HS256'],
      ['garbage', 'signed with HS256'],
      [body.apiToken, 'The token signature is invalid.'],
    ]
    for (const [jwtToken, reason] of refused) {
      const answer = await resolve(server, site.url, { jwtToken })
      expect(answer.status, reason).toBe(403)
      expect(answer.body.error.message).toContain('Error while validating the JWT token. Reason: ')
      expect(answer.body.error.message).toContain(reason)
    }
    // Clocks may differ slightly.
    expect(await statusOf(resolve(server, site.url, { jwtToken: await signIn(site, {}, -30) }))).toBe(200)
  })

  test('resolvePublishedContentByUrl: with redirectOnError, an invalid token redirects to sign-in', async () => {
    const site = await signedOnly()
    const bad = { jwtToken: 'garbage' }
    expect(await statusOf(resolve(server, site.url, bad, true))).toBe(403)
    await site.admin.http.patch(`${site.path}/publishing/auth`, { fallbackURL: 'https://example.com/login' })
    expect((await resolve(server, site.url, bad, true)).body.target).toBe('external')
    expect(await statusOf(resolve(server, site.url, bad))).toBe(403)
  })

  test('regenerateSitePublishingAuthById: a new key invalidates tokens signed with the old one', async () => {
    const site = await signedOnly()
    const jwtToken = await signIn(site)
    const visitor = await visit(server, site.url, { jwtToken })
    const space = `/v1/spaces/${site.spaces[0]}`
    expect(await statusOf(visitor.get(space))).toBe(200)
    const { privateKey } = (await site.admin.http.get(`${site.path}/publishing/auth`)).body
    const { body } = await site.admin.http.post(`${site.path}/publishing/auth/regenerate`)
    expect(body.privateKey).not.toBe(privateKey)
    expect(await statusOf(visitor.get(space))).toBe(401)
    expect(await statusOf(resolve(server, site.url, { jwtToken }))).toBe(403)
    expect(await statusOf(resolve(server, site.url, { jwtToken: await signIn(site) }))).toBe(200)
  })
})

describe('visitor claims', () => {
  test('resolvePublishedContentByUrl: claims in the schema decide what is visible', async () => {
    const site = await newSite(server, await server.found(), { spaces: ['Open', 'Beta', 'Pro'] })
    await adapt(site, { plan: { type: 'string', enum: ['free', 'pro'] } }, { beta: { type: 'boolean' } })
    const { http } = site.admin
    const [, beta, pro] = site.siteSpaces
    await http.patch(`${site.path}/site-spaces/${beta}`, { condition: 'visitor.claims.unsigned.beta' })
    await http.patch(`${site.path}/site-spaces/${pro}`, { condition: 'visitor.claims.plan == "pro"' })
    const seen = async (visitor: object) => {
      const visited = await visit(server, site.url, visitor)
      const statuses = await Promise.all(site.spaces.map((space) => statusOf(visited.get(`/v1/spaces/${space}`))))
      return statuses.map((status) => status === 200)
    }
    const pros = await signIn(site, { plan: 'pro', beta: true })
    expect(await seen({})).toEqual([true, false, false])
    expect(await seen({ unsignedClaims: { beta: true, plan: 'pro' } })).toEqual([true, true, false])
    expect(await seen({ jwtToken: pros })).toEqual([true, false, true])
    expect(await seen({ jwtToken: pros, unsignedClaims: { beta: true } })).toEqual([true, true, true])
    expect(await seen({ jwtToken: await signIn(site, { plan: 'gold' }) })).toEqual([true, false, false])
    const contexts = await Promise.all(
      [{}, { unsignedClaims: { beta: true } }, { jwtToken: pros }].map(
        async (visitor) => (await resolve(server, site.url, visitor)).body.contextId,
      ),
    )
    expect(new Set(contexts).size).toBe(3)
    // An unmet condition hides the path too, so it resolves to a page of the default space.
    expect((await resolve(server, `${site.url}pro`)).body).toMatchObject({ pathname: 'pro', space: site.spaces[0] })
    expect((await resolve(server, `${site.url}pro`, { jwtToken: pros })).body.space).toBe(site.spaces[2])
  })

  test('resolvePublishedContentByUrl: a stale cookie does not lock visitors out of a public site', async () => {
    const site = await newSite(server, await server.found())
    expect(await statusOf(resolve(server, site.url, { jwtToken: 'garbage' }))).toBe(200)
    await adapt(site, { beta: { type: 'boolean' } })
    const old = { jwtToken: await signIn(site, { beta: true }, -3600) }
    expect(await statusOf(resolve(server, site.url, old, true))).toBe(200)
    expect(await statusOf(resolve(server, site.url, old))).toBe(403)
  })

  test('getSiteAdaptiveSchema, updateSiteAdaptiveSchema, listSiteAdaptiveTemplateConditions: a schema and its suggested conditions', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const schema = `${site.path}/adaptive-schema`
    expect(await statusOf(http.get(schema))).toBe(404)
    expect((await http.get(`${schema}/template-conditions`)).body).toEqual({ items: [] })
    await adapt(site, { plan: { type: 'string', enum: ['pro'] } }, { beta: { type: 'boolean' } })
    const { body } = await http.get(schema)
    expect(body).toMatchObject({ object: 'site-adaptive-schema', updatedAt: expect.any(String) })
    expect((await http.get(`${schema}/template-conditions`)).body.items).toContainEqual({
      description: 'plan: pro',
      condition: 'visitor.claims.plan == "pro"',
    })
    // Clients learn from these whether there is a schema, so every claim has one.
    const account = { type: 'object', description: '', properties: {}, additionalProperties: false }
    await adapt(site, { account })
    expect((await http.get(`${schema}/template-conditions`)).body.items).toEqual([
      { description: 'account: known', condition: 'visitor.claims.account != undefined' },
    ])
    await adapt(site, {})
    expect((await http.get(`${schema}/template-conditions`)).body).toEqual({ items: [] })
    await adapt(site, { plan: { type: 'string', enum: ['pro'] } }, { beta: { type: 'boolean' } })
    const bad = { type: 'object', properties: { plan: { type: 'date' } }, additionalProperties: false }
    const refused = await http.put(schema, { jsonSchema: bad })
    expect(refused.status).toBe(400)
    expect(refused.body.error.issues[0].path).toBe('jsonSchema.properties.plan.type')
    expect((await http.get(schema)).body.jsonSchema).toEqual(body.jsonSchema)
  })

  test('updateSiteSpaceById, updateSiteSectionById: an invalid condition is rejected with its position', async () => {
    const site = await newSite(server, await server.found())
    const { http } = site.admin
    const { body } = await http.patch(`${site.path}/site-spaces/${site.siteSpaces[0]}`, {
      condition: 'visitor.claims. ==',
    })
    expect(body.error.issues).toEqual([{ path: 'condition', message: expect.stringContaining('(at character 17)') }])
    const { id: spaceId } = (await http.post(`/v1/orgs/${site.organization}/spaces`, {})).body
    const section = (await http.post(`${site.path}/sections`, { spaceId, title: 'More' })).body
    const at = `${site.path}/sections/${section.id}`
    expect(await statusOf(http.patch(at, { condition: 'process.exit()' }))).toBe(200)
    expect(await statusOf(http.patch(at, { condition: 'a = 1' }))).toBe(400)
    expect(await statusOf(http.patch(at, { condition: null }))).toBe(200)
  })
})

describe('previews', () => {
  test('getSitePublishingPreviewById: members preview an unpublished site as any visitor', async () => {
    const site = await newSite(server, await server.found(), { published: false, spaces: ['One', 'Two'] })
    await adapt(site, { plan: { type: 'string' } })
    await site.admin.http.patch(`${site.path}/site-spaces/${site.siteSpaces[1]}`, {
      condition: 'visitor.claims.plan == "pro"',
    })
    const preview = async (query: string) =>
      new URL((await site.admin.http.get(`${site.path}/publishing/preview${query}`)).body.url)
    const read = async (url: URL) => {
      const jwtToken = url.searchParams.get('jwt_token')
      const { body } = await resolve(server, `${url.origin}${url.pathname}`, { jwtToken })
      const visitor = httpAs(server.url, body.apiToken)
      return Promise.all(site.spaces.map((space) => statusOf(visitor.get(`/v1/spaces/${space}`))))
    }
    expect(await read(await preview(''))).toEqual([200, 404])
    expect(await read(await preview(`?siteSpace=${site.siteSpaces[1]}&claims=(plan:pro)`))).toEqual([200, 200])
    expect(await statusOf(site.admin.http.get(`${site.path}/publishing/preview?claims=((`))).toBe(400)
    expect(await statusOf(site.admin.http.get(`${site.path}/publishing/preview?siteSpace=nothing`))).toBe(404)
    expect(await statusOf(resolve(server, site.url))).toBe(404)
    const other = await newSite(server, await server.found(), { published: false })
    const jwtToken = (await preview('')).searchParams.get('jwt_token')
    expect(await statusOf(resolve(server, other.url, { jwtToken }))).toBe(404)
  })
})

describe('pages as markdown', () => {
  test('getPageById: visitors share cached markdown only if the page is the same for them', async () => {
    const site = await newSite(server, await server.found())
    await adapt(site, { plan: { type: 'string', enum: ['free', 'pro'] } })
    const markdown = 'All.\n\n{% if visitor.claims.plan == "pro" %}\nPaid.\n{% endif %}'
    const { body } = await site.admin.http.post(`/v1/spaces/${site.spaces[0]}/content`, {
      changes: [{ operation: 'insert_page', title: 'Plans', document: { markdown } }],
    })
    const page = `/v1/spaces/${site.spaces[0]}/content/page/${body.changes[0].page.id}?format=markdown`
    const textFor = async (plan: string) => {
      const visitor = await visit(server, site.url, { jwtToken: await signIn(site, { plan }) })
      return (await visitor.get(page)).body.markdown
    }
    for (const _time of ['first', 'second']) {
      expect(await textFor('pro')).toContain('Paid.')
      expect(await textFor('free')).not.toContain('Paid.')
    }
  })

  // Small enough to be serialized inline; large documents are serialized in a thread, which is not counted.
  test('getPageById: markdown is serialized once for identical visitors', async () => {
    const site = await newSite(server, await server.found())
    const markdown = Array.from({ length: 100 }, (_, at) => `Paragraph ${at} with *emphasis* and [a link](a).`).join(
      '\n\n',
    )
    const { body } = await site.admin.http.post(`/v1/spaces/${site.spaces[0]}/content`, {
      changes: [{ operation: 'insert_page', title: 'Long', document: { markdown } }],
    })
    const page = `/v1/spaces/${site.spaces[0]}/content/page/${body.changes[0].page.id}?format=markdown`
    const patterns = async () => {
      const visitor = await visit(server, site.url)
      return countPatterns(() => visitor.get(page))
    }
    const [first, second] = [await patterns(), await patterns()]
    expect(second).toBeLessThan(first / 4)
  })
})

/** Counts regular expression matches, which dominate serialization. */
async function countPatterns(task: () => Promise<unknown>): Promise<number> {
  const { exec } = RegExp.prototype
  let count = 0
  RegExp.prototype.exec = function counting(text) {
    count++
    return exec.call(this, text)
  }
  await task().finally(() => {
    RegExp.prototype.exec = exec
  })
  return count
}
