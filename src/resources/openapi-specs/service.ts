import type { Reader } from '../../access/caller.ts'
import { invalid, problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { type ContextOf, implement } from '../../server/operation.ts'
import { demandReading, readContent, readRaw } from './content.ts'
import { publicUrlOf } from './public.ts'
import {
  findSpec,
  insertSpec,
  loadSpec,
  loadVersion,
  processNow,
  removeSpec,
  type SpecSource,
  takeSpecs,
  takeVersions,
  toSpec,
  toVersion,
  updateSource,
  updateVisibility,
  urlOf,
} from './queries.ts'
import { openAPISpecRoutes } from './routes.ts'
import { SLUG } from './schemas.ts'

type Reads = Omit<ContextOf<(typeof openAPISpecRoutes)['table']['getOpenAPISpecBySlug']>, 'query' | 'caller'> & {
  caller: Reader
}

export const openAPISpecs = implement(openAPISpecRoutes, {
  async listOpenAPISpecs({ db, page, ...around }) {
    const { rows, count, next } = await takeSpecs(db, around.organization.id, page)
    return { items: rows.map((spec) => toSpec(spec, around)), count, next }
  },

  createOpenAPISpec: {
    async prepare({ body, files }) {
      const source = await keepSource(files, body.source)
      return async ({ db, body, note, ...around }) => {
        const { organization } = around
        if (await findSpec(db, organization.id, body.slug)) throw problem('specSlugTaken')
        const spec = await insertSpec(db, organization.id, body.slug, source)
        await processNow(db, spec)
        note({ data: { slug: spec.slug } })
        return toSpec(spec, around)
      }
    },
  },

  getOpenAPISpecBySlug: async (context) => toSpec(await specOf(context), context),

  createOrUpdateOpenAPISpecBySlug: {
    async prepare({ params, body, files }) {
      const slug = checkSlug(params.specSlug)
      const source = await keepSource(files, body.source)
      return async ({ db, note, ...around }) => {
        const { organization } = around
        const known = await findSpec(db, organization.id, slug)
        const spec = await (known ? updateSource(db, known.id, source) : insertSpec(db, organization.id, slug, source))
        await processNow(db, spec)
        note({ data: { slug }, created: !known })
        return toSpec(spec, around)
      }
    },
  },

  async updateOpenAPISpecBySlug({ db, params, body, note, ...around }) {
    const spec = await loadSpec(db, around.organization.id, checkSlug(params.specSlug))
    note({ data: { slug: spec.slug }, changed: body.visibility !== spec.visibility })
    return toSpec(await updateVisibility(db, spec.id, body.visibility), around)
  },

  async deleteOpenAPISpecBySlug({ db, organization, params, note }) {
    const { id, slug } = await loadSpec(db, organization.id, checkSlug(params.specSlug))
    await removeSpec(db, id)
    note({ target: { kind: 'openapi-spec', id }, data: { slug } })
  },

  async listOpenAPISpecVersions({ db, organization, params, page, urls }) {
    const spec = await loadSpec(db, organization.id, checkSlug(params.specSlug))
    const { rows, count, next } = await takeVersions(db, spec.id, page)
    return { items: rows.map((version) => toVersion(version, spec, urls)), count, next }
  },

  getLatestOpenAPISpecVersion: (context) => showVersion(context),
  async getLatestOpenAPISpecVersionContent(context) {
    const { db, caller, organization, params } = context
    await demandReading(db, caller, organization, checkSlug(params.specSlug))
    return showContent(context)
  },
  getLatestOpenAPISpecVersionContentRaw: (context) => showRaw(context),
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
  return readContent(files, version, { source: urlOf(version, spec, urls), public: published }, caller)
}

async function showRaw(context: Reads, id?: string) {
  return readRaw(context.files, (await versionOf(context, id)).version)
}

const pattern = new RegExp(SLUG)

/** A path can name only what can be created. */
function checkSlug(slug: string): string {
  if (slug.length <= 100 && pattern.test(slug)) return slug
  throw invalid({ path: 'specSlug', message: `must have 1 to 100 characters and match pattern "${SLUG}"` })
}

/** Text is stored before the transaction, under the hash of what it is. */
async function keepSource({ store }: Files, source: { url: string } | { text: string }): Promise<SpecSource> {
  if ('url' in source) return { source_url: source.url, source_blob: null }
  const { blob } = await store.put([Buffer.from(source.text)])
  return { source_url: null, source_blob: blob }
}
