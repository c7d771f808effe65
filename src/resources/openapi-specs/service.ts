import { invalid, problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { type ContextOf, implement } from '../../server/operation.ts'
import { readContent, readRaw } from './content.ts'
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
  urlOf,
} from './queries.ts'
import { openAPISpecRoutes } from './routes.ts'
import { SLUG } from './schemas.ts'

type Reads = Omit<ContextOf<(typeof openAPISpecRoutes)['table']['getOpenAPISpecBySlug']>, 'query'>

export const openAPISpecs = implement(openAPISpecRoutes, {
  async listOpenAPISpecs({ db, organization, page, urls }) {
    const { rows, count, next } = await takeSpecs(db, organization.id, page)
    return { items: rows.map((spec) => toSpec(spec, organization, urls)), count, next }
  },

  createOpenAPISpec: {
    async prepare({ body, files }) {
      const source = await keepSource(files, body.source)
      return async ({ db, organization, body, urls, note }) => {
        if (await findSpec(db, organization.id, body.slug)) throw problem('specSlugTaken')
        const spec = await insertSpec(db, organization.id, body.slug, source)
        await processNow(db, spec)
        note({ data: { slug: spec.slug } })
        return toSpec(spec, organization, urls)
      }
    },
  },

  getOpenAPISpecBySlug: async (context) => toSpec(await specOf(context), context.organization, context.urls),

  createOrUpdateOpenAPISpecBySlug: {
    async prepare({ params, body, files }) {
      const slug = checkSlug(params.specSlug)
      const source = await keepSource(files, body.source)
      return async ({ db, organization, urls, note }) => {
        const known = await findSpec(db, organization.id, slug)
        const spec = await (known ? updateSource(db, known.id, source) : insertSpec(db, organization.id, slug, source))
        await processNow(db, spec)
        note({ data: { slug }, created: !known })
        return toSpec(spec, organization, urls)
      }
    },
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
  getLatestOpenAPISpecVersionContent: (context) => showContent(context),
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
  return readContent(context.files, version, urlOf(version, spec, context.urls), context.caller)
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
