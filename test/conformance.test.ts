// @only-sqlite @slow
// Clients of the reference contract work with this server: the public client calls every shared operation, requests of
// such clients are accepted, and responses match their schemas. All other tests check responses against those schemas
// too.
import { GitBookAPIError } from '@gitbook/api'
import Type, { type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { queryShape } from '../src/server/input.ts'
import { compileValidator } from '../src/server/validation.ts'
import { callClient, contractOf, isInClient } from './support/contract.ts'
import { DIFFERENCES, REQUEST_DIFFERENCES, unmet } from './support/differences.ts'
import { bodyOf, type OperationEntry, operations } from './support/operations.ts'
import { objections } from './support/reference.ts'
import { minimal, type Schema, toSchema } from './support/samples.ts'
import { startedServer } from './support/server.ts'
import { newSite, visit } from './support/sites.ts'
import { computedFrom, createWorld, prepare, worldFor } from './support/world.ts'

const server = startedServer({ hostname: 'localhost', mailbox: { url: 'smtp://127.0.0.1:9' }, backups: true })
const shared = operations.filter(({ id }) => contractOf(id))

describe('the public client', () => {
  test.each(shared.filter(isInClient))('$id: the response matches the reference', async (line) => {
    const world = await worldFor(line, server)
    const { caller, ...sent } = await prepare(line, world)
    const { status } = await callClient(caller.client, line, world.ids, sent)
    expect(status).toBeLessThan(300)
  })

  test('gets the files of a specification as a list when it renders a site', async () => {
    const { admin, ids } = await createWorld(server)
    const site = await newSite(server, { admin, organization: ids.organizationId! })
    const markdown = `{% openapi-operation spec="${ids.specSlug}" path="/" method="get" %}\n{% endopenapi-operation %}`
    const changes = [{ operation: 'insert_page', title: 'API', document: { markdown } }]
    await admin.http.post(`/v1/spaces/${site.spaces[0]}/content`, { changes })
    const path = `/v1/orgs/${ids.organizationId}/openapi/${ids.specSlug}/versions/latest/content`
    expect((await (await visit(server, site.url)).get(path)).body.filesystem).toHaveLength(1)
  })

  test('gets computed pages', async () => {
    const { admin, ids } = await createWorld(server)
    const page = { operation: 'insert_page', title: 'Reference', type: 'computed', computed: computedFrom(ids) }
    await admin.http.post(`/v1/spaces/${ids.spaceId}/content`, { changes: [page] })
    const { data } = await admin.client.spaces.listPages(ids.spaceId!)
    expect(data.pages.at(-1)).toMatchObject({ title: 'A-tag', computedSeed: expect.any(String) })
  })

  test('gets links among the sections of a published site only on request', async () => {
    const site = await newSite(server, server)
    await site.admin.http.post(`${site.path}/external-links`, { title: 'Blog', url: 'https://example.com/' })
    const { orgs } = site.admin.client
    const seen = async (query: object) =>
      (await orgs.getPublishedContentSite(site.organization, site.id, query)).data.structure.structure.length
    expect([await seen({}), await seen({ schema: 'next' })]).toEqual([1, 2])
  })

  test('sees every listed difference', () => {
    expect(unmet()).toEqual([])
    expect([...DIFFERENCES, ...REQUEST_DIFFERENCES].filter(({ why }) => !why)).toEqual([])
  })

  test('identifies an error by its code and message', async () => {
    const failed = await server.admin.client.spaces.getSpaceById('none').catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(GitBookAPIError)
    expect(failed).toMatchObject({ code: 404, errorMessage: expect.stringContaining('Not found') })
  })

  test('walks through a list page by page', async () => {
    const { orgs } = server.admin.client
    for (const title of ['One', 'Two', 'Three']) await orgs.createSpace(server.organization, { title })
    const titles: (string | undefined)[] = []
    let page: string | undefined
    do {
      const query = page === undefined ? { limit: 2 } : { limit: 2, page }
      const { data } = await orgs.listSpacesInOrganizationById(server.organization, query)
      titles.push(...data.items.map(({ title }) => title))
      page = data.next?.page
    } while (page)
    expect(titles.slice(-3)).toEqual(['One', 'Two', 'Three'])
  })

  test('creates, edits and deletes a space', async () => {
    const { orgs, spaces, collections } = server.admin.client
    const { data: collection } = await orgs.createCollection(server.organization, { title: 'Shelf' })
    const { data: space } = await orgs.createSpace(server.organization, { title: 'Book', parent: collection.id })
    await spaces.updateSpaceById(space.id, { title: 'Novel' })
    const { data: copy } = await spaces.duplicateSpace(space.id)
    const first = { before: { type: 'space', space: space.id } } as const
    await spaces.moveSpace(copy.id, { parent: collection.id, position: first })
    const { data: inside } = await collections.listSpacesInCollectionById(collection.id)
    expect(inside.items.map(({ title }) => title)).toEqual(['Copy of Novel', 'Novel'])
    await spaces.deleteSpaceById(space.id)
    expect((await spaces.getSpaceById(space.id)).data.deletedAt).toEqual(expect.any(String))
    expect((await spaces.restoreSpace(space.id)).data.deletedAt).toBeUndefined()
  })
})

describe('what clients may send', () => {
  const differs = ({ id }: OperationEntry, field: string) =>
    REQUEST_DIFFERENCES.some(({ ids, fields }) => ids.includes(id) && fields.includes(field))

  const knownTo = (line: OperationEntry) => ({
    ...toSchema(queryShape(line.operation)).properties,
    ...toSchema(bodyOf(line) ?? Type.Object({})).properties,
  })

  test('is only listed as a difference if it is ignored', () => {
    const differing = operations.flatMap((line) =>
      Object.keys(knownTo(line))
        .filter((name) => differs(line, name))
        .map((name) => `${line.id} ${name}`),
    )
    expect(differing).toEqual([])
  })

  const variants = (schema: Schema): Schema[] => schema.oneOf ?? [schema]

  const queried = shared.filter(({ id }) => contractOf(id)!.query.length > 0)
  test.each(queried)('$id: supports their query parameters', (line) => {
    const ours = knownTo(line)
    const names = contractOf(line.id)!.query.map(({ name }) => name)
    expect(names.filter((name) => !(name in ours) && !differs(line, name))).toEqual([])
  })

  const bodied = shared.filter(({ id }) => contractOf(id)!.body)
  test.each(bodied)('$id: supports and accepts every field of their body', (line) => {
    const ours = knownTo(line)
    const { body: schema } = line.operation as { body: TSchema }
    const check = compileValidator({ schema, method: '', url: '', httpPart: 'body' })
    const accepts = (body: unknown) => {
      expect(check(body), JSON.stringify(body)).toBe(true)
    }
    for (const theirs of variants(contractOf(line.id)!.body!)) {
      const least = minimal(theirs) as object
      const fields = Object.entries(theirs.properties ?? {}).filter(([name]) => !differs(line, name))
      expect(fields.map(([name]) => name).filter((name) => !(name in ours))).toEqual([])
      accepts(least)
      for (const [name, shape] of fields) accepts({ ...least, [name]: minimal(shape) })
    }
  })
})

describe('the check', () => {
  test('detects a missing field, a wrong type and a wrong status', async () => {
    const { body } = await server.admin.http.get('/v1/user')
    expect(objections('getAuthenticatedUser', 200, body)).toEqual([])
    expect(objections('getAuthenticatedUser', 200, { ...body, id: undefined })).not.toEqual([])
    expect(objections('getAuthenticatedUser', 200, { ...body, displayName: 1 })).not.toEqual([])
    expect(objections('getAuthenticatedUser', 201, body)).not.toEqual([])
  })
})
