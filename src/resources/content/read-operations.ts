// Read operations on content, shared by spaces, change requests and revisions, which differ only in the revision they
// read.
import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { LoggedDispatchServices } from '../../domain/dispatch/index.ts'
import { type Evaluation, evaluate, type Schema, toDocument } from '../../domain/documents/index.ts'
import { drawInTurns, loadSurroundings, withIncluded } from '../../domain/drawing/index.ts'
import { listFences } from '../../domain/integrations/index.ts'
import { loadStills } from '../../domain/interfaces/index.ts'
import {
  audienceOf,
  type DocumentHolder,
  findPageNode,
  findPageNodeByPath,
  findRevision,
  loadCommits,
  loadDocument,
  loadMarkdown,
  loadMergedFrom,
  openStoredView,
  openView,
  readContent,
  readRevision,
  toMarkdown,
  toPages,
  type View,
  withoutGit,
} from '../../domain/revisions/index.ts'
import type { Block, Document } from '../../engine/document.ts'
import { findRecord, loadVariables } from '../../engine/tree/collections.ts'
import { findPage, loadPageTree, type PageNode } from '../../engine/tree/pages.ts'
import type { Page, ReusableContent, Variables } from '../../engine/tree/records.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import type { PageJson } from '../../shapes/content.ts'
import { placeOf } from './place.ts'

/** The context of a read operation on a space, a change request or a revision. */
export interface ReadContext extends LoggedDispatchServices {
  db: Db
  caller: AnyCaller
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  params: { spaceId: string; revisionId?: string; pageId?: string; pagePath?: string; reusableContentId?: string }
  query: {
    revision?: string | undefined
    metadata?: boolean | undefined
    computed?: boolean | undefined
    format?: 'document' | 'markdown' | 'html' | undefined
    evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
    schema?: Schema | undefined
  }
  urls: Urls
  files: Files
}

interface Opened {
  revision: Omit<Row<'revisions'>, 'root'>
  /** The revision as the caller sees it. */
  view: View
}

export async function openRequested(context: ReadContext): Promise<Opened> {
  const revision = await loadRequestedRevision(context)
  const open = context.query.computed === false ? openStoredView : openView
  return { revision, view: await open(context.db, audienceOf(context.caller), revision) }
}

/** The named revision, or else the head of the change request or the space. */
export async function loadRequestedRevision({
  db,
  space,
  changeRequest,
  params,
  query,
}: ReadContext): Promise<Row<'revisions'>> {
  const current = changeRequest?.revision_id ?? space.revision_id
  const revision = await findRevision(db, space.id, params.revisionId ?? query.revision ?? current)
  if (!revision) throw problem('notFound')
  return revision
}

const showingOf = ({ space, urls, files, query, caller }: ReadContext) => ({
  space,
  urls,
  files,
  metadata: query.metadata,
  withoutConditions: isVisitor(caller),
  // What draws a site fails on a page that is not computed: readers of sites go without.
  stored: query.computed === false && !isVisitor(caller),
})

export async function showRevision(context: ReadContext) {
  const { db, space, urls } = context
  const { revision: row, view } = await openRequested(context)
  return {
    object: 'revision' as const,
    id: row.id,
    parents: JSON.parse(row.parents) as string[],
    ...(await loadOrigin(context, row)),
    ...(await readContent(db, readRevision(view.tree, showingOf(context)))),
    createdAt: row.created_at,
    urls: { app: urls.app(`/spaces/${space.id}/revisions/${row.id}`) },
  }
}

// Visitors who are not members must not see who changed what.
async function loadOrigin({ db, caller, space, urls, query }: ReadContext, row: Opened['revision']) {
  if (isVisitor(caller) && !caller.member) return { type: 'edits' as const }
  return {
    type: row.type,
    mergedFrom: await loadMergedFrom(db, row, { space, urls }),
    git: query.metadata === false ? undefined : (await loadCommits(db, [row.id])).get(row.id),
  }
}

export async function showPages(context: ReadContext) {
  const { view } = await openRequested(context)
  const pages = await readContent(context.db, loadPageTree(view.tree))
  return { pages: toPages(pages, showingOf(context)) }
}

export const showPage = (context: ReadContext): Promise<PageJson> =>
  showFound(context, (view) => findPageNode(context.db, view, context.params.pageId!))

export const showPageByPath = (context: ReadContext): Promise<PageJson> =>
  showFound(context, (view) => findPageNodeByPath(context.db, view, context.params.pagePath!))

async function showFound(context: ReadContext, find: (view: View) => Promise<PageNode | undefined>): Promise<PageJson> {
  const { view } = await openRequested(context)
  const node = await find(view)
  const [page] = node ? toPages([node], showingOf(context)) : []
  if (!node || !page) throw problem('notFound')
  return page.type === 'document' ? { ...page, ...(await contentOf(context, view, node)) } : page
}

async function contentOf(
  context: ReadContext,
  view: View,
  node: PageNode,
): Promise<{ markdown?: string; document?: Document; html?: string }> {
  const { db, query } = context
  const { page, path } = node
  if (!query.format) return {}
  if (query.format === 'document')
    return { document: toDocument(await loadEvaluated(context, view, page), schemaOf(context)) }
  if (query.format === 'html') return { html: await drawHtml(context, view, page) }
  const writing = { page: { title: page.title, path }, fences: await listFences(db, context.space) }
  if (!isEvaluated(context) && page.document) return { markdown: await loadMarkdown(db, view, page.document, writing) }
  return { markdown: await toMarkdown(db, view.tree, await loadEvaluated(context, view, page), writing) }
}

export async function showPageDocument(context: ReadContext): Promise<Document> {
  const { view } = await openRequested(context)
  const page = await readContent(context.db, findPage(view.tree, context.params.pageId!))
  if (page?.type !== 'document') throw problem('notFound')
  return toDocument(await loadEvaluated(context, view, page), schemaOf(context))
}

export async function showReusableContent(context: ReadContext): Promise<ReusableContent> {
  const { view } = await openRequested(context)
  return withoutGit(await loadReusableContent(context, view), showingOf(context))
}

export async function showReusableContentDocument(context: ReadContext): Promise<Document> {
  const { view } = await openRequested(context)
  const { document } = await loadReusableContent(context, view)
  return toDocument(await loadEvaluated(context, view, { document }), schemaOf(context))
}

async function loadReusableContent({ db, params }: ReadContext, view: View): Promise<ReusableContent> {
  const found = await readContent(db, findRecord(view.tree, 'reusableContent', params.reusableContentId!))
  if (!found) throw problem('notFound')
  return found
}

/** Visitors always get evaluated content, so that they never see blocks whose condition does not hold for them. */
const isEvaluated = ({ query, caller }: ReadContext) =>
  isVisitor(caller) || query.evaluated === 'true' || query.evaluated === 'deterministic-only'

/** Only clients of the newer contract support partially evaluated expressions. */
const schemaOf = ({ query: { schema, evaluated } }: ReadContext): Schema =>
  schema ?? (evaluated === 'deterministic-only' ? 'next' : 'current')

/** The document with its reusable contents, as HTML whose blocks say their keys. */
async function drawHtml(context: ReadContext, view: View, page: Page): Promise<string> {
  const whole = await withIncluded(context.db, view, await loadDocument(context.db, view, page))
  const document = await evaluateFor(context, view, page, whole)
  const draw = await loadStills(context, context.space, document)
  const { surroundings } = await loadSurroundings(await placeOf(context, view), document)
  const integration = (block: Block) => draw(block, surroundings)
  return (await drawInTurns(document, { ...surroundings, integration, hasKeys: true })).text
}

/** The document of a page or a reusable content, evaluated on request. */
async function loadEvaluated(context: ReadContext, view: View, owner: Owner): Promise<Document> {
  return evaluateFor(context, view, owner, await loadDocument(context.db, view, owner))
}

async function evaluateFor(context: ReadContext, view: View, owner: Owner, document: Document): Promise<Document> {
  if (!isEvaluated(context)) return document
  const variables = await readContent(context.db, loadVariables(view.tree))
  return evaluate(document, evaluationFor(context, variables, owner))
}

interface Owner extends DocumentHolder {
  type?: string
  variables?: Variables
}

/** Only pages have variables; a reusable content is independent of the page that includes it. */
function evaluationFor({ caller, query }: ReadContext, variables: Variables, owner: Owner): Evaluation {
  const page = owner.type === 'document' ? { page: { vars: owner.variables ?? {} } } : {}
  const determined = { space: { vars: variables }, ...page }
  const everything = { ...determined, visitor: { claims: isVisitor(caller) ? caller.claims : {} } }
  const fully = { scope: everything, keepsUnknown: false }
  const partly = { scope: determined, keepsUnknown: true }
  if (query.evaluated === 'true') return { inlines: fully, conditions: fully }
  const inlines = query.evaluated === 'deterministic-only' ? partly : undefined
  return { inlines, conditions: isVisitor(caller) ? fully : partly }
}
