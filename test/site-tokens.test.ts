// @only-sqlite @slow
// Tokens of a published site, from the view of an attacker.
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromNow, HOUR } from '../src/lib/time.ts'
import { enter, statusOf } from './support/content.ts'
import { documentOf, edit } from './support/edits.ts'
import { type Http, httpAs } from './support/http.ts'
import { at, isPublic, type OperationEntry, operations, urlOf } from './support/operations.ts'
import { startedServer } from './support/server.ts'
import { adapt, newSite, resolve, type TestSite, visit } from './support/sites.ts'
import {
  computedFrom,
  createWorld,
  endDevelopment,
  renderIn,
  renderInUrl,
  smallestBody,
  type World,
} from './support/world.ts'

const server = startedServer()

/** All operations for readers of a site. A new entry is a decision. */
const ALLOWED = [
  'getSpaceById',
  'getCurrentRevision',
  'listPages',
  'getPageById',
  'listSpacePageMetaLinks',
  'getPageByPath',
  'getReusableContentById',
  'getComputedRevision',
  'getComputedDocument',
  'listFiles',
  'getFileById',
  'getRevisionById',
  'listPagesInRevisionById',
  'getPageInRevisionById',
  'listRevisionPageMetaLinks',
  'getPageDocumentInRevisionById',
  'getPageInRevisionByPath',
  'getReusableContentInRevisionById',
  'getReusableContentDocumentInRevisionById',
  'listFilesInRevisionById',
  'getFileInRevisionById',
  'getEmbedByUrlInSpace',
  'getPublishedContentSite',
  'getSiteRedirectBySource',
  'searchSiteContent',
  'getLatestOpenAPISpecVersionContent',
  'renderIntegrationUIWithPost',
  'renderIntegrationUIWithGet',
  'listSpaceIntegrationScripts',
  'listSiteIntegrationScripts',
]

/** Only with the preview token of a member. */
const FOR_PREVIEWS = [
  'getChangeRequestById',
  'getRevisionOfChangeRequestById',
  'listPagesInChangeRequest',
  'getPageInChangeRequestById',
  'listChangeRequestPageMetaLinks',
  'getPageInChangeRequestByPath',
  'getReusableContentInChangeRequestById',
  'listFilesInChangeRequestById',
  'getFileInChangeRequestById',
]

const forVisitors = operations.filter(({ operation }) => operation.visitors)
const others = operations.filter((line) => !isPublic(line) && !line.operation.visitors)

let world: World
let site: TestSite
let visitor: Http

/** The site of the world, with its space, which shows its specification. */
beforeAll(async () => {
  world = await createWorld(server)
  await endDevelopment(world)
  const { ids, admin } = world
  const path = at('/v1/orgs/:organizationId/sites/:siteId', ids)
  await admin.http.post(`${path}/site-spaces`, { spaceId: ids.spaceId })
  await admin.http.post(`${path}/publish`)
  const markdown = `{% openapi-operation spec="${ids.specSlug}" path="/" method="get" %}\n{% endopenapi-operation %}`
  const changes = [{ operation: 'insert_page', title: 'API', document: { markdown } }]
  ids.revisionId = (await admin.http.post(`/v1/spaces/${ids.spaceId}/content`, { changes })).body.revision
  site = {
    organization: ids.organizationId!,
    admin,
    id: ids.siteId!,
    path,
    hostname: ids.subdomain!,
    url: `${server.url}/${ids.subdomain}/a-site/`,
    spaces: [ids.spaceId!],
    siteSpaces: [],
  }
  visitor = await visit(server, site.url)
})

const ask = (http: Http, line: OperationEntry, ids: Record<string, string>) => {
  if (line.id === 'renderIntegrationUIWithPost') return http.post(at(line.path, ids), renderIn(ids))
  if (line.id === 'renderIntegrationUIWithGet') return http.get(`${at(line.path, ids)}?request=${renderInUrl(ids)}`)
  return http.send(line.method, urlOf(line, ids), computing(line, ids) ?? smallestBody(line))
}

const computing = ({ id }: OperationEntry, ids: Record<string, string>) => {
  if (id === 'getComputedRevision') return { source: computedFrom(ids), seed: 'a-seed' }
  if (id !== 'getComputedDocument') return undefined
  return { source: computedFrom(ids, { doc: 'operations', page: 'a-tag' }), seed: 'a-seed' }
}

describe('the whole table', () => {
  test('the operations for visitors are an explicit list', () => {
    expect(forVisitors.map(({ id }) => id).sort()).toEqual([...ALLOWED, ...FOR_PREVIEWS].sort())
  })

  test.each(others)('$id: refuses visitors', async (line) => {
    expect((await ask(visitor, line, world.ids)).status).toBe(403)
  })

  test.each(forVisitors.filter(({ id }) => ALLOWED.includes(id)))('$id: succeeds within the site', async (line) => {
    expect((await ask(visitor, line, world.ids)).status).toBe(200)
  })

  test.each(forVisitors.filter(({ id }) => FOR_PREVIEWS.includes(id)))('$id: does not show drafts', async (line) => {
    expect((await ask(visitor, line, world.ids)).status).toBe(404)
  })

  test.each(forVisitors)('$id: shows nothing of another site, even of the same owner', async (line) => {
    const elsewhere = await visit(server, (await newSite(server, site, { title: 'Elsewhere' })).url)
    const strange = await visit(server, (await newSite(server, await server.found())).url)
    for (const http of [elsewhere, strange]) {
      const answer = await ask(http, line, world.ids)
      expect(answer.status).toBe(404)
      const madeUp = await ask(http, line, { ...world.ids, spaceId: 'nothing', siteId: 'nothing' })
      expect(answer.text).toBe(madeUp.text)
    }
  })
})

describe('tokens', () => {
  const parts = async () => {
    const { body } = await resolve(server, site.url)
    const [head, payload, signature] = body.apiToken.split('.') as [string, string, string]
    return { head, payload: JSON.parse(Buffer.from(payload, 'base64url').toString()), signature }
  }
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const tried = (token: string) => statusOf(httpAs(server.url, token).get(`/v1/spaces/${world.ids.spaceId}`))

  test('a modified token is invalid', async () => {
    const { head, payload, signature } = await parts()
    const forged = [
      `${head}.${encoded({ ...payload, member: world.admin.id })}.${signature}`,
      `${head}.${encoded({ ...payload, exp: payload.exp + 9999 })}.${signature}`,
      `${encoded({ alg: 'none' })}.${encoded(payload)}.`,
      `${encoded({ alg: 'none' })}.${encoded(payload)}.${signature}`,
      `${head}.${encoded(payload)}.${signature.slice(0, -2)}`,
    ]
    for (const token of forged) expect(await tried(token)).toBe(401)
  })

  test('the visitor key of a site cannot sign API tokens', async () => {
    const { payload } = await parts()
    const { privateKey } = (await world.admin.http.get(`${site.path}/publishing/auth`)).body
    const token = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(privateKey))
    expect(await tried(token)).toBe(401)
  })

  test('a preview token is not an API token', async () => {
    const { url } = (await world.admin.http.get(`${site.path}/publishing/preview`)).body
    expect(await tried(new URL(url).searchParams.get('jwt_token')!)).toBe(401)
  })

  test('it ends when the site is unpublished, deleted, or shown to others only', async () => {
    const other = await newSite(server, await server.found())
    const reader = await visit(server, other.url)
    const read = () => statusOf(reader.get(`/v1/spaces/${other.spaces[0]}`))
    const { http } = other.admin
    expect(await read()).toBe(200)
    for (const visibility of ['visitor-auth', 'share-link']) {
      await http.patch(other.path, { visibility })
      expect(await read(), visibility).toBe(401)
    }
    await http.patch(other.path, { visibility: 'unlisted' })
    expect(await read()).toBe(200)
    await http.post(`${other.path}/unpublish`)
    expect(await read()).toBe(401)
    await http.post(`${other.path}/publish`)
    expect(await read()).toBe(200)
    await http.delete(other.path)
    expect(await read()).toBe(401)
  })

  test('it ends with the share link that gave it', async () => {
    const other = await newSite(server, await server.found(), { visibility: 'share-link' })
    const { body: link } = await other.admin.http.post(`${other.path}/share-links`, {})
    const reader = await visit(server, link.urls.published)
    const read = () => statusOf(reader.get(`/v1/spaces/${other.spaces[0]}`))
    expect(await read()).toBe(200)
    await other.admin.http.patch(`${other.path}/share-links/${link.id}`, { active: false })
    expect(await read()).toBe(401)
    await other.admin.http.patch(`${other.path}/share-links/${link.id}`, { active: true })
    expect(await read()).toBe(200)
    await other.admin.http.delete(`${other.path}/share-links/${link.id}`)
    expect(await read()).toBe(401)
  })

  test('it cannot read a space that was deleted or removed from the site', async () => {
    const other = await newSite(server, await server.found(), { spaces: ['One', 'Two', 'Three'] })
    const reader = await visit(server, other.url)
    const read = (at: number) => statusOf(reader.get(`/v1/spaces/${other.spaces[at]}/content`))
    expect([await read(1), await read(2)]).toEqual([200, 200])
    await other.admin.http.delete(`/v1/spaces/${other.spaces[1]}`)
    await other.admin.http.delete(`${other.path}/site-spaces/${other.siteSpaces[2]}`)
    expect([await read(0), await read(1), await read(2)]).toEqual([200, 404, 404])
  })
})

describe('content', () => {
  test('unpublished revisions do not exist', async () => {
    const other = await newSite(server, await server.found())
    const space = other.spaces[0]!
    const { revision: old } = (await other.admin.http.get(`/v1/spaces/${space}`)).body
    await edit(server, { space }, [{ operation: 'insert_page', id: 'newer', title: 'Newer' }])
    const { revision: head } = (await other.admin.http.get(`/v1/spaces/${space}`)).body
    const { id } = (await other.admin.http.post(`/v1/spaces/${space}/change-requests`, {})).body
    const draft = await edit(server, { space, changeRequest: id }, [
      { operation: 'insert_page', id: 'draft', title: 'Draft' },
    ])
    const reader = await visit(server, other.url)
    const read = async (revision: string) => [
      await statusOf(reader.get(`/v1/spaces/${space}/revisions/${revision}`)),
      await statusOf(reader.get(`/v1/spaces/${space}/content/pages?revision=${revision}`)),
      await statusOf(reader.get(`/v1/spaces/${space}/content/files?revision=${revision}`)),
    ]
    expect(await read(head)).toEqual([200, 200, 200])
    expect(await read(draft)).toEqual([404, 404, 404])
    expect(await read('nothing')).toEqual([404, 404, 404])
    // The main revision at the time of the token stays readable, so that a page is rendered consistently.
    expect(await read(old)).toEqual([200, 200, 200])
    await server.database.write((db) =>
      db
        .updateTable('revisions')
        .set({ created_at: fromNow(-HOUR) })
        .where('space_id', '=', space)
        .execute(),
    )
    expect(await read(old)).toEqual([404, 404, 404])
    expect(await read(head)).toEqual([200, 200, 200])
  })

  test('hidden content is in no response', async () => {
    const other = await newSite(server, await server.found())
    const space = other.spaces[0]!
    await adapt(other, {}, { beta: { type: 'boolean' } })
    const secret = 'zanzibar'
    const body = `Seen.\n\n{% if visitor.claims.unsigned.beta %}\n## Hidden ${secret}\n\nThe ${secret} is hidden.\n\n{% endif %}\n\n{% if visitor.claims.( %}\n${secret}\n{% endif %}`
    const changes = [
      { operation: 'insert_page' as const, id: 'adaptive', title: 'Adaptive', document: documentOf(body) },
      { operation: 'insert_reusable_content' as const, id: 'reused', title: 'Reused', document: documentOf(body) },
    ]
    const revisionId = await edit(server, { space }, changes)
    const names = { organizationId: other.organization, siteId: other.id, spaceId: space, revisionId }
    const ids = { ...names, pageId: 'adaptive', pagePath: 'adaptive', reusableContentId: 'reused' }
    const reads = forVisitors.filter(({ id, path }) => ALLOWED.includes(id) && !/:fileId|:specSlug/.test(path))
    const found = async (visited: Http) => {
      const hits: string[] = []
      for (const line of reads)
        for (const more of [
          'format=document',
          'format=markdown',
          'evaluated=true',
          'evaluated=deterministic-only&format=document',
          '',
        ]) {
          const answer = await visited.send(
            line.method,
            urlOf(line, ids, more),
            line.id === 'searchSiteContent' ? { query: secret } : smallestBody(line),
          )
          if (answer.text.includes(secret)) hits.push(line.id)
        }
      return new Set(hits)
    }
    expect(await found(await visit(server, other.url))).toEqual(new Set())
    const seen = await found(await visit(server, other.url, { unsignedClaims: { beta: true } }))
    for (const id of ['getPageById', 'getPageDocumentInRevisionById', 'searchSiteContent']) expect(seen).toContain(id)
  })

  test('a cached reply is not shared between visitors', async () => {
    const other = await newSite(server, await server.found())
    await adapt(other, {}, { beta: { type: 'boolean' } })
    const path = `/v1/spaces/${other.spaces[0]}/content`
    const plain = await visit(server, other.url)
    const beta = await visit(server, other.url, { unsignedClaims: { beta: true } })
    const etag = (await plain.get(path)).headers.get('etag')!
    expect((await plain.get(path, { 'if-none-match': etag })).status).toBe(304)
    expect((await beta.get(path, { 'if-none-match': etag })).status).toBe(200)
  })

  test('authors of changes are not disclosed', async () => {
    const other = await newSite(server, await server.found())
    const space = `/v1/spaces/${other.spaces[0]}`
    const { id } = (await other.admin.http.post(`${space}/change-requests`, { subject: 'Not for readers' })).body
    await edit(server, { space: other.spaces[0]!, changeRequest: id }, [
      { operation: 'insert_page', id: 'more', title: 'More' },
    ])
    await other.admin.http.post(`${space}/change-requests/${id}/merge`)
    const reader = await visit(server, other.url)
    for (const path of [space, `${space}/content`, `${other.path}/published`]) {
      const { text } = await reader.get(path)
      expect(text).not.toContain('Not for readers')
      expect(text).not.toContain(other.admin.email)
    }
  })

  test('a member who previews sees change requests, as far as they may see the space', async () => {
    const other = await newSite(server, await server.found(), { spaces: ['One', 'Two'] })
    const elsewhere = await newSite(server, other)
    const preview = async () => {
      const { url } = (await other.admin.http.get(`${other.path}/publishing/preview`)).body
      return visit(server, other.url, { jwtToken: new URL(url).searchParams.get('jwt_token') })
    }
    const open = async (space: string) =>
      `/v1/spaces/${space}/change-requests/${(await other.admin.http.post(`/v1/spaces/${space}/change-requests`, {})).body.number}`
    const reader = await preview()
    const [one, away] = [await open(other.spaces[0]!), await open(elsewhere.spaces[0]!)]
    expect(await statusOf(reader.get(one))).toBe(200)
    expect(await statusOf(reader.get(`${one}/content`))).toBe(200)
    expect(await statusOf(reader.get(away))).toBe(404)
    expect(await statusOf(reader.patch(one, { subject: 'No' }))).toBe(403)
    const successor = await enter(server, other, 'admin')
    await successor.http.delete(`/v1/orgs/${other.organization}/members/${other.admin.id}`)
    expect(await statusOf(reader.get(one))).toBe(404)
    expect(await statusOf(reader.get(`/v1/spaces/${other.spaces[0]}`))).toBe(404)
  })
})
