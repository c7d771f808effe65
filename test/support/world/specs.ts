// OpenAPI specifications, and pages that are computed from them.
import { outlineOf } from '../../../src/computed/outline.ts'
import { saveOutline } from '../../../src/domain/openapi-specs/outlines.ts'
import { insertSpec, insertVersion } from '../../../src/domain/openapi-specs/specs.ts'
import { at } from '../operations.ts'
import { type Ids, ORGANIZATION, type Part, type World } from './part.ts'

/** A source of computed pages from the specification of the world. */
export const computedFrom = ({ specSlug }: Ids, props: object = { models: false }) => ({
  type: 'builtin:openapi',
  props,
  dependencies: { spec: { ref: { kind: 'openapi', spec: specSlug } } },
})

/** Readers of a space may compute what it shows. */
const showSpec = ({ admin, ids }: World) => {
  const page = { operation: 'insert_page', title: 'Reference', type: 'computed', computed: computedFrom(ids) }
  return admin.http.post(at('/v1/spaces/:spaceId/content', ids), { changes: [page] })
}

export const specs: Part = {
  makers: {
    specSlug: async ({ server, ids }) => {
      const { blob } = await server.files.store.put([Buffer.from('{"openapi":"3.1.0"}')])
      const raw = await server.files.store.put([Buffer.from('{"text":"openapi: 3.1.0","format":"yaml"}')])
      const entry = { dir: '.', filename: 'openapi.yaml', isEntrypoint: true, references: [], specification: {} }
      const stored = await server.files.store.put([Buffer.from(JSON.stringify(entry))])
      const files = JSON.stringify([{ filename: 'openapi.yaml', blob: stored.blob }])
      return server.database.write(async (db) => {
        const spec = await insertSpec(db, ids.organizationId!, 'a-spec', {
          source_url: null,
          sealed_source: null,
          source_blob: blob,
        })
        const version = await insertVersion(db, spec, {
          hash: 'hash',
          url: null,
          format: 'yaml',
          files,
          raw_blob: raw.blob,
          source_blob: blob,
        })
        await saveOutline(db, version.id, outlineOf({ paths: { '/': { get: { tags: ['a-tag'] } } } }).outline)
        return spec.slug
      })
    },
    versionId: async ({ admin, ids }) =>
      (await admin.http.get(at(`${ORGANIZATION}/openapi/:specSlug`, ids))).body.lastVersion,
  },
  needs: {
    getComputedDocument: {
      before: showSpec,
      body: ({ ids }) => ({ source: computedFrom(ids, { doc: 'operations', page: 'a-tag' }), seed: 'a-seed' }),
    },
    getComputedRevision: { before: showSpec, body: ({ ids }) => ({ source: computedFrom(ids), seed: 'a-seed' }) },
    updateOpenAPISpecBySlug: { body: () => ({ visibility: 'public' }) },
  },
}
