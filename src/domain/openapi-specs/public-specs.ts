// Serves the latest source of public specifications under a signed URL.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Signer } from '../../files/signing.ts'
import type { Urls } from '../../server/urls.ts'

type Spec = Row<'openapi_specs'>

const PURPOSE = 'openapi-spec'

/** The URL of a public specification; undefined if it is private or has no version yet. */
export const publicUrlOf = (spec: Spec, signer: Signer, urls: Urls): string | undefined =>
  spec.visibility === 'public' && spec.last_version_id !== null
    ? `${urls.base}/openapi/${spec.id}/${signer.sign(PURPOSE, spec.id)}`
    : undefined

export function servePublicSpecs(http: FastifyInstance, database: Database, { store, signer }: Files): void {
  http.get('/openapi/:specId/:signature', async (request, reply) => {
    const { specId, signature } = request.params as { specId: string; signature: string }
    const version = signer.isSigned(signature, PURPOSE, specId) && (await findPublic(database.read, specId))
    const stored = version && (await store.find(version.source_blob))
    if (!version || !stored) throw problem('notFound')
    reply.header('etag', `"${version.id}"`).header('cache-control', 'public, max-age=60')
    if (request.headers['if-none-match']?.includes(`"${version.id}"`)) return reply.code(304).send()
    reply.type(`application/${version.format}; charset=utf-8`).header('x-content-type-options', 'nosniff')
    return reply.header('content-length', stored.size).send(await stored.read())
  })
}

const findPublic = (db: Db, specId: string) =>
  db
    .selectFrom('openapi_specs')
    .innerJoin('openapi_versions', 'openapi_versions.id', 'openapi_specs.last_version_id')
    .select(['openapi_versions.id', 'openapi_versions.format', 'openapi_versions.source_blob'])
    .where('openapi_specs.id', '=', specId)
    .where('openapi_specs.visibility', '=', 'public')
    .executeTakeFirst()
