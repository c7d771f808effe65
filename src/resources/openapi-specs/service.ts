import type { AnyCaller } from '../../access/caller.ts'
import type { Row } from '../../db/tables.ts'
import { invalidateComputedPages } from '../../domain/indexes/index.ts'
import {
  enqueueProcessing,
  findSpec,
  findVersionBefore,
  insertSpec,
  listSpecs,
  listVersions,
  loadSpec,
  loadVersion,
  publicUrlOf,
  removeSpec,
  type SpecSource,
  toSpec,
  toVersion,
  updateSource,
  updateVisibility,
  versionUrlOf,
} from '../../domain/openapi-specs/index.ts'
import { invalid, problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Vault } from '../../lib/sealing.ts'
import { storeUrl } from '../../lib/stored-urls.ts'
import { compareStored } from '../../openapi/parser.ts'
import { type ContextOf, implement } from '../../server/operation.ts'
import { SLUG } from '../../shapes/openapi-specs.ts'
import { authorizeReading, readEntry, readRaw, readSpecContent } from './content.ts'
import { openAPISpecRoutes } from './routes.ts'

type Reads = Omit<ContextOf<(typeof openAPISpecRoutes)['table']['getOpenAPISpecBySlug']>, 'query' | 'caller'> & {
  caller: AnyCaller
}

export const openAPISpecs = implement(openAPISpecRoutes, {
  async listOpenAPISpecs({ db, page, ...around }) {
    const { rows, count, next } = await listSpecs(db, around.organization.id, page)
    return { items: rows.map((spec) => toSpec(spec, around)), count, next }
  },

  createOpenAPISpec: {
    async prepare({ body, files, vault }) {
      const source = await storeSource(files, vault, body.source)
      return async ({ db, body, report, ...around }) => {
        const { organization } = around
        if (await findSpec(db, organization.id, body.slug)) throw problem('specSlugTaken')
        const spec = await insertSpec(db, organization.id, body.slug, source)
        await enqueueProcessing(db, spec)
        report({ data: { slug: spec.slug } })
        return toSpec(spec, around)
      }
    },
  },

  getOpenAPISpecBySlug: async (context) => toSpec(await specOf(context), context),

  createOrUpdateOpenAPISpecBySlug: {
    async prepare({ params, body, files, vault, db, organization }) {
      const slug = checkSlug(params.specSlug)
      const source = await storeSource(files, vault, body.source, await findSpec(db, organization.id, slug))
      return async ({ db, report, ...around }) => {
        const { organization } = around
        const known = await findSpec(db, organization.id, slug)
        const spec = await (known ? updateSource(db, known.id, source) : insertSpec(db, organization.id, slug, source))
        await enqueueProcessing(db, spec)
        report({ data: { slug }, created: !known })
        return toSpec(spec, around)
      }
    },
  },

  async updateOpenAPISpecBySlug({ db, params, body, report, ...around }) {
    const spec = await loadSpec(db, around.organization.id, checkSlug(params.specSlug))
    report({ data: { slug: spec.slug }, changed: body.visibility !== spec.visibility })
    return toSpec(await updateVisibility(db, spec.id, body.visibility), around)
  },

  async deleteOpenAPISpecBySlug({ db, organization, params, report }) {
    const { id, slug } = await loadSpec(db, organization.id, checkSlug(params.specSlug))
    await removeSpec(db, id)
    await invalidateComputedPages(db, { organization_id: organization.id })
    report({ target: { kind: 'openapi-spec', id }, data: { slug } })
  },

  async listOpenAPISpecVersions({ db, organization, params, page, urls }) {
    const spec = await loadSpec(db, organization.id, checkSlug(params.specSlug))
    const { rows, count, next } = await listVersions(db, spec.id, page)
    return { items: rows.map((version) => toVersion(version, spec, urls)), count, next }
  },

  getLatestOpenAPISpecVersion: (context) => showVersion(context),
  async getLatestOpenAPISpecVersionContent(context) {
    const { db, caller, organization, params } = context
    await authorizeReading(db, caller, organization, checkSlug(params.specSlug))
    return showContent(context)
  },
  getLatestOpenAPISpecVersionContentRaw: (context) => showRaw(context),
  async listOpenAPISpecVersionChanges(context) {
    const { db, params, query, files } = context
    const { spec, version } = await versionOf(context, params.versionId)
    const before = await (query.from ? loadVersion(db, spec, query.from) : findVersionBefore(db, version))
    if (!before) return { added: [], removed: [], breaks: [], isComplete: true }
    return compareStored(await readEntry(files, before), await readEntry(files, version))
  },
  getOpenAPISpecVersionById: (context) => showVersion(context, context.params.versionId),
  getOpenAPISpecVersionContentById: (context) => showContent(context, context.params.versionId),
  getOpenAPISpecVersionContentRawById: (context) => showRaw(context, context.params.versionId),
})

const specOf = ({ db, organization, params }: Reads) => loadSpec(db, organization.id, checkSlug(params.specSlug))

async function versionOf(context: Reads, id?: string) {
  const spec = await specOf(context)
  return { spec, version: await loadVersion(context.db, spec, id) }
}

async function showVersion(context: Reads, id?: string) {
  const { spec, version } = await versionOf(context, id)
  return toVersion(version, spec, context.urls)
}

async function showContent(context: Reads, id?: string) {
  const { spec, version } = await versionOf(context, id)
  const { files, urls, caller } = context
  const published = publicUrlOf(spec, files.signer, urls) ?? null
  return readSpecContent(files, version, { source: versionUrlOf(version, spec, urls), public: published }, caller)
}

async function showRaw(context: Reads, id?: string) {
  return readRaw(context.files, (await versionOf(context, id)).version)
}

const pattern = new RegExp(SLUG)

/** Validates a slug from the path by the same rule as for creation. */
function checkSlug(slug: string): string {
  if (slug.length <= 100 && pattern.test(slug)) return slug
  throw invalid({ path: 'specSlug', message: `must have 1 to 100 characters and match pattern "${SLUG}"` })
}

/** Stores the text of a source, before the transaction. */
async function storeSource(
  { store }: Files,
  vault: Vault,
  source: { url: string } | { text: string },
  before?: Row<'openapi_specs'>,
): Promise<SpecSource> {
  if ('url' in source) {
    const known = before?.source_url ? { shown: before.source_url, sealed: before.sealed_source } : undefined
    const { shown, sealed } = storeUrl(source.url, vault, known)
    return { source_url: shown, sealed_source: sealed, source_blob: null }
  }
  const { blob } = await store.put([Buffer.from(source.text)])
  return { source_url: null, sealed_source: null, source_blob: blob }
}
