// @only-sqlite @slow
// Hidden parts of a site never appear in, or affect, a response to a visitor: each response equals that of a site
// without the hidden parts.
import { beforeAll, describe, expect, test } from 'vitest'
import { type ConditionalSite, newConditionalSite, SECRETS } from './support/conditional-site.ts'
import { type Http, httpAs } from './support/http.ts'
import { type OperationEntry, operations, urlOf } from './support/operations.ts'
import { startedServer } from './support/server.ts'
import { newSite, resolve, visit } from './support/sites.ts'
import { smallestBody } from './support/world.ts'

const server = startedServer()

/** Operations on drafts, external services and integration scripts, which are not content of the site. */
const ELSEWHERE = /:changeRequestId|:integrationName|embed/

const lines = operations.filter(({ operation, path }) => operation.visitors && !ELSEWHERE.test(path))

let full: ConditionalSite
let bare: ConditionalSite
let reader: Http
let bareReader: Http
let staff: Http

beforeAll(async () => {
  full = await newConditionalSite(server, true)
  bare = await newConditionalSite(server, false)
  reader = await visit(server, full.url)
  bareReader = await visit(server, bare.url)
  staff = await visit(server, full.url, { unsignedClaims: { staff: true } })
}, 120_000)

/** Every combination of values for the names. */
function choices(names: readonly string[], named: Record<string, string[]>): Record<string, string>[] {
  const [first, ...rest] = names
  if (first === undefined) return [{}]
  return (named[first] ?? []).flatMap((value) => choices(rest, named).map((chosen) => ({ [first]: value, ...chosen })))
}

const QUERIES = [
  '',
  'format=document',
  'format=markdown',
  'format=html',
  'evaluated=true&format=document',
  'schema=next',
  'limit=2',
]
const SOURCES = ['/old-0', '/old-1', '/old-2'].map((source) => `source=${source}`)

/** Whole words, prefixes, combinations with visible words, and common words. */
const SEARCHES = [
  ...SECRETS,
  ...SECRETS.flatMap((word) => [word.slice(0, -2), `common ${word}`]),
  'common',
  'half common',
  'zz',
  'open',
  'adaptive',
  'notice',
]

/** All requests to an operation, each with a name. */
function questionsOf(line: OperationEntry, { named }: ConditionalSite): { url: string; body: unknown }[] {
  return choices(line.params, named).flatMap((ids) => {
    if (line.id === 'searchSiteContent')
      return SEARCHES.map((query) => ({ url: urlOf(line, ids), body: { query, mode: 'all' } }))
    const queries = line.id === 'getSiteRedirectBySource' ? SOURCES : QUERIES
    return queries.map((query) => ({ url: urlOf(line, ids, query), body: smallestBody(line) }))
  })
}

async function ask(http: Http, line: OperationEntry, site: ConditionalSite) {
  const answers = []
  for (const { url, body } of questionsOf(line, site)) {
    const { status, text } = await http.send(line.method, url, body)
    answers.push({ asked: `${url} ${JSON.stringify(body)}`, status, text })
  }
  return answers
}

/** Times, document hashes and block keys always differ between the sites. */
const OWN = ['createdAt', 'updatedAt', 'documentId', 'parents', 'key', 'downloadURL', 'url', 'urls', 'document']

function comparable(text: string, { aliases }: ConditionalSite): unknown {
  const aliased = aliases.reduce((left, [id, alias]) => left.replaceAll(id, alias), text)
  return withoutOwn(JSON.parse(aliased.replaceAll(server.url, '').replaceAll(/ data-key=\\"[^"]*"/g, '')))
}

function withoutOwn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwn)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, part]) => !OWN.includes(name) || (name === 'document' && typeof part === 'object'),
  )
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutOwn(part)]))
}

describe('every operation that visitors may call', () => {
  test.each(lines)('$id: responds like a site without the hidden parts', async (line) => {
    const answers = await ask(reader, line, full)
    const twins = await ask(bareReader, line, bare)
    for (const [at, { asked, status, text }] of answers.entries()) {
      expect(
        SECRETS.filter((secret) => text.includes(secret)),
        asked,
      ).toEqual([])
      expect(status, asked).toBe(twins[at]!.status)
      expect(comparable(text, full), asked).toEqual(comparable(twins[at]!.text, bare))
    }
  })

  test('visitors who meet the conditions see everything', async () => {
    const found = new Set<string>()
    for (const line of lines)
      for (const { text } of await ask(staff, line, full))
        for (const secret of SECRETS) if (text.includes(secret)) found.add(secret)
    // This one has an invalid condition, which nobody meets.
    expect(SECRETS.filter((secret) => !found.has(secret))).toEqual(['zzcommitment'])
  })

  test('URLs of hidden parts resolve as if these did not exist', async () => {
    for (const path of [
      'zzspacetitle',
      'zzsectiontitle',
      'zzpageslug',
      'old-0',
      'old-1',
      'old-2',
      'book/zzspacetitle',
    ]) {
      const [one, other] = [await resolve(server, full.url + path), await resolve(server, bare.url + path)]
      expect(one.status, path).toBe(other.status)
      const { apiToken: _one, contextId: _context, ...seen } = comparable(one.text, full) as Record<string, unknown>
      const { apiToken: _other, contextId: _same, ...twin } = comparable(other.text, bare) as Record<string, unknown>
      expect(seen, path).toEqual(twin)
    }
  })
})

test('a condition applies from the revision that adds it to the one that removes it', async () => {
  const site = await newSite(server, await server.found())
  const { http } = site.admin
  const content = `/v1/spaces/${site.spaces[0]}/content`
  const write = async (...changes: object[]) => (await http.post(content, { changes })).body
  const markdown = (text: string) => ({ document: { markdown: text } })
  const written = await write(
    { operation: 'insert_page', title: 'Page', ref: 'page', ...markdown('![](file)') },
    { operation: 'insert_files', files: [{ base64: 'aGk=', ref: 'file' }] },
  )
  const page = written.changes[0].page.id
  const file = (await http.get(`${content}/files`)).body.items[0].id
  const visitor = await visit(server, site.url)
  const seen = async () => [
    (await visitor.get(`${content}/page/${page}`)).status,
    (await visitor.get(`${content}/files/${file}`)).status,
    (await visitor.get(`${content}/files`)).body.count,
  ]
  expect(await seen()).toEqual([200, 200, 1])
  await write({ operation: 'update_page', page, condition: 'visitor.claims.staff' })
  expect(await seen()).toEqual([404, 404, 0])
  await write({ operation: 'update_page', page, condition: null })
  expect(await seen()).toEqual([200, 200, 1])
  const picture = `![](files/${file}/file)`
  await write({ operation: 'update_page', page, ...markdown(`{% if visitor.claims.staff %}\n${picture}\n{% endif %}`) })
  expect(await seen()).toEqual([200, 404, 0])
  await write({ operation: 'insert_page', title: 'Other', ...markdown(picture) })
  expect(await seen()).toEqual([200, 200, 1])
})

describe('previews', () => {
  test('a member sees no more of a site than they may see of its spaces, whatever claims they choose', async () => {
    const { http } = full.admin
    const [, secretSpace] = full.named.spaceId!
    await http.patch(`/v1/spaces/${secretSpace}`, { defaultLevel: null })
    const member = await server.join()
    await http.post(`/v1/orgs/${full.organization}/invites`, { emails: [member.email], role: 'create' })
    const { url } = (await member.http.get(`${full.path}/publishing/preview?claims=(unsigned:(staff:!t))`)).body
    const jwtToken = new URL(url).searchParams.get('jwt_token')
    const preview = await visit(server, full.url, { jwtToken })
    const found = new Set<string>()
    for (const line of lines)
      for (const { text } of await ask(preview, line, full))
        for (const secret of SECRETS) if (text.includes(secret)) found.add(secret)
    expect(SECRETS.filter((secret) => !found.has(secret))).toEqual(['zzspacetitle', 'zzspacetext', 'zzcommitment'])
    const at = await resolve(server, `${full.url}site/zzspacetitle`, { jwtToken })
    expect(JSON.stringify(at.body)).not.toContain(secretSpace)
    const { items } = (await http.get(`${full.path}/site-spaces`)).body
    const hidden = items.find(({ space }: { space: { id: string } }) => space.id === secretSpace)
    const named = await member.http.get(`${full.path}/publishing/preview?siteSpace=${hidden.id}`)
    expect(named.status).toBe(404)
  })

  test('a preview ends with its membership, even of a public site', async () => {
    const { http } = bare.admin
    const member = await server.join()
    await http.post(`/v1/orgs/${bare.organization}/invites`, { emails: [member.email], role: 'read' })
    const { url } = (await member.http.get(`${bare.path}/publishing/preview`)).body
    const jwtToken = new URL(url).searchParams.get('jwt_token')
    const { body } = await resolve(server, bare.url, { jwtToken })
    const preview = httpAs(server.url, body.apiToken)
    const [space] = bare.spaces
    expect((await preview.get(`/v1/spaces/${space}`)).status).toBe(200)
    await http.delete(`/v1/orgs/${bare.organization}/members/${member.id}`)
    expect((await preview.get(`/v1/spaces/${space}`)).status).toBe(404)
    expect((await resolve(server, bare.url, { jwtToken })).status).toBe(404)
  })
})

test('getSpaceById, getPublishedContentSite: work on a space is not disclosed', async () => {
  const [space] = full.spaces
  await full.admin.http.post(`/v1/spaces/${space}/change-requests`, {})
  await full.admin.http.post(`/v1/spaces/${space}/comments`, { body: { markdown: 'Hm.' } })
  const neutral = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0, defaultLevel: null }
  const { body } = await reader.get(`/v1/spaces/${space}`)
  expect(body).toMatchObject(neutral)
  const { text } = await reader.get(`${full.path}/published`)
  expect(text).toContain('"changeRequests":0')
  expect(text).not.toMatch(/"(changeRequests|changeRequestsDraft|comments)":[1-9]/)
  expect(text).not.toContain('visitor.claims')
})
