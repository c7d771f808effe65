// OpenAPI specification and version rows, and their presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Objects, permits } from '../../access/permissions.ts'
import { isOneOf } from '../../db/dialect.ts'
import { enqueue, makeDue } from '../../db/jobs.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { OpenAPISpec, OpenAPISpecVersion } from '../../shapes/openapi-specs.ts'
import { publicUrlOf } from './public-specs.ts'

type Spec = Row<'openapi_specs'>
type Version = Row<'openapi_versions'>

interface SpecContext {
  organization: Objects['organization']
  urls: Urls
  files: Files
}

export function toSpec(spec: Spec, { organization, urls, files }: SpecContext): Static<typeof OpenAPISpec> {
  const { error, error_code } = spec
  return {
    object: 'openapi-spec',
    id: spec.id,
    createdAt: spec.created_at,
    updatedAt: spec.updated_at,
    slug: spec.slug,
    sourceURL: spec.source_url ?? undefined,
    processingState: spec.state,
    visibility: spec.visibility,
    lastVersion: spec.last_version_id ?? undefined,
    lastProcessedAt: spec.last_processed_at ?? undefined,
    lastProcessErrorCode: error_code ?? undefined,
    lastProcessedErrors: error === null ? undefined : [{ message: error, code: error_code! }],
    lastProcessedErrorCount: error === null ? 0 : 1,
    permissions: { view: true, edit: permits('organization', 'createOpenAPISpec', organization) },
    urls: {
      location: urls.api(pathOf(spec)),
      app: urls.app(pathOf(spec)),
      published: publicUrlOf(spec, files.signer, urls),
    },
  }
}

export const toVersion = (version: Version, spec: Spec, urls: Urls): Static<typeof OpenAPISpecVersion> => ({
  object: 'openapi-spec-version',
  id: version.id,
  createdAt: version.created_at,
  url: versionUrlOf(version, spec, urls),
  urls: { location: urls.api(`${pathOf(spec)}/versions/${version.id}`) },
})

/** The source URL of the version, or our own URL if it was given as text. */
export const versionUrlOf = (version: Version, spec: Spec, urls: Urls): string =>
  version.url === null ? urls.api(`${pathOf(spec)}/versions/${version.id}/content/raw`) : version.url

const pathOf = ({ organization_id, slug }: Spec) => `/orgs/${organization_id}/openapi/${slug}`

export const listSpecs = (db: Db, organizationId: string, page: Page) =>
  selectPage(
    db.selectFrom('openapi_specs').where('organization_id', '=', organizationId),
    (specs) => specs.selectAll(),
    page,
    { by: ['slug'] },
  )

export const findSpec = (db: Db, organizationId: string, slug: string): Promise<Spec | undefined> =>
  db
    .selectFrom('openapi_specs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst()

/** The URLs that the specifications of a space's organization are fetched from. */
export async function listSources(db: Db, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('openapi_specs')
    .innerJoin('spaces', 'spaces.organization_id', 'openapi_specs.organization_id')
    .select('openapi_specs.source_url')
    .where('spaces.id', '=', spaceId)
    .where('openapi_specs.source_url', 'is not', null)
    .execute()
  return rows.map(({ source_url }) => source_url!)
}

/** The slugs of the organization's specifications that are fetched from these URLs, by URL. */
export async function listSlugsByUrl(
  db: Db,
  organizationId: string,
  urls: readonly string[],
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .selectFrom('openapi_specs')
    .select(['slug', 'source_url'])
    .where('organization_id', '=', organizationId)
    .where(isOneOf(db, sql.ref('source_url'), [...urls]))
    .orderBy('slug', 'desc')
    .execute()
  // Of several, the first slug.
  return new Map(rows.map(({ slug, source_url }) => [source_url!, slug]))
}

export async function loadSpec(db: Db, organizationId: string, slug: string): Promise<Spec> {
  const spec = await findSpec(db, organizationId, slug)
  if (!spec) throw problem('notFound')
  return spec
}

/** The source of a specification: a URL or a blob. */
export interface SpecSource {
  /** Without credentials: readers of a specification need not be able to fetch it. */
  source_url: string | null
  sealed_source: string | null
  source_blob: string | null
}

/** Marks the source as waiting to be processed. */
const pendingColumns = (source: SpecSource) => ({
  ...source,
  request_id: newId(),
  state: 'pending' as const,
  updated_at: now(),
})

export const insertSpec = (db: Db, organizationId: string, slug: string, source: SpecSource): Promise<Spec> =>
  db
    .insertInto('openapi_specs')
    .values({
      ...pendingColumns(source),
      id: newId(),
      organization_id: organizationId,
      slug,
      visibility: 'private',
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateSource = (db: Db, id: string, source: SpecSource): Promise<Spec> =>
  db
    .updateTable('openapi_specs')
    .set(pendingColumns(source))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateVisibility = (db: Db, id: string, visibility: Spec['visibility']): Promise<Spec> =>
  db
    .updateTable('openapi_specs')
    .set({ visibility, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Queues processing now, instead of at the next refresh. */
export async function enqueueProcessing(db: Db, { id }: Pick<Spec, 'id'>): Promise<void> {
  const uniqueKey = `process-openapi-spec ${id}`
  await makeDue(db, uniqueKey)
  await enqueue(db, { kind: 'process-openapi-spec', payload: { id }, uniqueKey })
}

export const removeSpec = (db: Db, id: string) => db.deleteFrom('openapi_specs').where('id', '=', id).execute()

export const listVersions = (db: Db, specId: string, page: Page) =>
  selectPage(
    db.selectFrom('openapi_versions').where('spec_id', '=', specId),
    (versions) => versions.selectAll(),
    page,
    {
      by: ['id'],
      direction: 'desc',
    },
  )

/** Loads a version of the specification, by default the latest. */
export async function loadVersion(db: Db, spec: Spec, id = spec.last_version_id): Promise<Version> {
  const version = await db
    .selectFrom('openapi_versions')
    .selectAll()
    .where('spec_id', '=', spec.id)
    .where('id', '=', id ?? '')
    .executeTakeFirst()
  if (!version) throw problem('notFound')
  return version
}

/** The version before this one, if any. */
export const findVersionBefore = (db: Db, { id, spec_id }: Version): Promise<Version | undefined> =>
  db
    .selectFrom('openapi_versions')
    .selectAll()
    .where('spec_id', '=', spec_id)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Inserts a version and makes it the latest. */
export async function insertVersion(
  db: Db,
  spec: Spec,
  version: Pick<Version, 'hash' | 'url' | 'format' | 'files' | 'raw_blob' | 'source_blob'>,
): Promise<Version> {
  const row = await db
    .insertInto('openapi_versions')
    .values({ ...version, id: newId(), spec_id: spec.id, created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('openapi_specs')
    .set({ last_version_id: row.id, updated_at: now() })
    .where('id', '=', spec.id)
    .execute()
  return row
}
