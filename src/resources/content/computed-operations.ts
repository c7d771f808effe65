// Computes documents and pages on request, independent of any revision.
import type { Static } from 'typebox'
import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import { loadOrganization } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { computeDocument } from '../../computed/documents.ts'
import { documentPropsOf, specOf } from '../../computed/source.ts'
import { type CurrentSpec, placeComputed } from '../../computed/tree.ts'
import type { Db } from '../../db/tables.ts'
import { type Schema, toDocument } from '../../domain/documents/index.ts'
import { loadCurrentSpecs } from '../../domain/openapi-specs/index.ts'
import { isSpecVisible, toPages } from '../../domain/revisions/index.ts'
import type { Json } from '../../engine/objects.ts'
import { invalid, problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import type { ComputationInput } from '../../shapes/computed-content.ts'

interface ComputeContext {
  db: Db
  caller: AnyCaller
  space: Objects['space']
  body: Static<typeof ComputationInput>
}

export async function showComputedDocument(context: ComputeContext & { query: { schema?: Schema | undefined } }) {
  const { outline, slug } = await loadSpec(context)
  const props = documentPropsOf(context.body.source)
  if (!props) throw invalid({ path: 'source.props', message: 'must name a page; an operation also needs its method' })
  const document = computeDocument(outline, slug, props)
  if (!document) throw problem('notFound')
  return toDocument(document, context.query.schema)
}

export async function showComputedRevision({ urls, files, ...context }: ComputeContext & { urls: Urls; files: Files }) {
  const { source, seed } = context.body
  const spec = await loadSpec(context)
  const pages = placeComputed(source as Json, seed, spec)
  return { pages: toPages(pages, { space: context.space, urls, files }), files: [], reusableContents: [] }
}

/** Members can read all specifications of the organization, others only those that the space shows. */
async function loadSpec({ db, caller, space, body }: ComputeContext): Promise<CurrentSpec> {
  const slug = specOf(body.source)
  if (slug === undefined)
    throw invalid({ path: 'source', message: 'must be of type builtin:openapi and name a specification' })
  if (!(await isSpecVisible(db, caller, [space.id], slug))) {
    if (isVisitor(caller)) throw problem('notFound')
    authorize('organization.viewOpenAPISpecs', {
      organization: await loadOrganization(db, caller, space.organization_id),
    })
  }
  const spec = (await loadCurrentSpecs(db, space.organization_id, [slug])).get(slug)
  if (!spec) throw problem('notFound')
  return spec
}
