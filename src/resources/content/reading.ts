// Reading content, said once for spaces, change requests and revisions: they only differ in which revision is read.
import { isVisitor, type Reader } from '../../access/caller.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { findRecord, loadVariables } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage, loadPageTree, type PageNode } from '../../engine/tree/pages.ts'
import type { Page, ReusableContent, Variables } from '../../engine/tree/records.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import { loadMarkdown, loadStored, toDocument, toMarkdown } from './documents.ts'
import { type Evaluation, evaluate } from './evaluation.ts'
import { findPageNode, findPageNodeByPath } from './kept-pages.ts'
import { readRevision, toPage, withoutGit } from './pages.ts'
import { loadCommits } from './revision-commits.ts'
import { findRevision, readContent } from './revisions.ts'
import type { PageJson } from './schemas.ts'
import { loadMergedFrom } from './summaries.ts'

/** What a reading operation is asked, on whichever base. */
export interface Asked {
  db: Db
  caller: Reader
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  params: { spaceId: string; revisionId?: string; pageId?: string; pagePath?: string; reusableContentId?: string }
  query: {
    revision?: string | undefined
    metadata?: boolean | undefined
    format?: 'document' | 'markdown' | undefined
    evaluated?: 'true' | 'false' | 'deterministic-only' | undefined
  }
  urls: Urls
  files: Files
}

/** The revision that is read: the one named, or else the current one of the change request or of the space. */
export async function loadAsked({ db, space, changeRequest, params, query }: Asked): Promise<Row<'revisions'>> {
  const current = changeRequest?.revision_id ?? space.revision_id
  const revision = await findRevision(db, space.id, params.revisionId ?? query.revision ?? current)
  if (!revision) throw problem('notFound')
  return revision
}

const showingOf = ({ space, urls, files, query }: Asked) => ({ space, urls, files, metadata: query.metadata })

export async function showRevision(asked: Asked) {
  const { db, space, urls } = asked
  const row = await loadAsked(asked)
  return {
    object: 'revision' as const,
    id: row.id,
    parents: JSON.parse(row.parents) as string[],
    ...(await loadOrigin(asked, row)),
    ...(await readContent(db, readRevision(row.root, showingOf(asked)))),
    createdAt: row.created_at,
    git: asked.query.metadata === false ? undefined : (await loadCommits(db, [row.id])).get(row.id),
    urls: { app: urls.app(`/spaces/${space.id}/revisions/${row.id}`) },
  }
}

// Who changed what, and why, is no business of those who only read the site.
async function loadOrigin({ db, caller, space, urls }: Asked, row: Row<'revisions'>) {
  if (isVisitor(caller) && !caller.member) return { type: 'edits' as const }
  return { type: row.type, mergedFrom: await loadMergedFrom(db, row, { space, urls }) }
}

export async function showPages(asked: Asked) {
  const { root } = await loadAsked(asked)
  const pages = await readContent(asked.db, loadPageTree(openTree(root)))
  return { pages: pages.map((page) => toPage(page, showingOf(asked))) }
}

export const showPage = (asked: Asked): Promise<PageJson> =>
  showFound(asked, (root) => findPageNode(asked.db, root, asked.params.pageId!))

export const showPageByPath = (asked: Asked): Promise<PageJson> =>
  showFound(asked, (root) => findPageNodeByPath(asked.db, root, asked.params.pagePath!))

async function showFound(asked: Asked, find: (root: Hash) => Promise<PageNode | undefined>): Promise<PageJson> {
  const { root } = await loadAsked(asked)
  const node = await find(root)
  if (!node) throw problem('notFound')
  const page = toPage(node, showingOf(asked))
  return page.type === 'document' ? { ...page, ...(await contentOf(asked, root, node.page)) } : page
}

async function contentOf(asked: Asked, root: Hash, page: Page): Promise<{ markdown?: string; document?: Document }> {
  const { db, query } = asked
  if (!query.format) return {}
  if (query.format === 'document') return { document: toDocument(await loadEvaluated(asked, root, page)) }
  if (!isEvaluated(asked)) return { markdown: await loadMarkdown(db, root, page.document) }
  return { markdown: await toMarkdown(db, root, await loadEvaluated(asked, root, page)) }
}

export async function showPageDocument(asked: Asked): Promise<Document> {
  const { root } = await loadAsked(asked)
  const page = await readContent(asked.db, findPage(openTree(root), asked.params.pageId!))
  if (page?.type !== 'document') throw problem('notFound')
  return toDocument(await loadEvaluated(asked, root, page))
}

export async function showReusableContent(asked: Asked): Promise<ReusableContent> {
  const { root } = await loadAsked(asked)
  return withoutGit(await loadReusableContent(asked, root), showingOf(asked))
}

export async function showReusableContentDocument(asked: Asked): Promise<Document> {
  const { root } = await loadAsked(asked)
  const { document } = await loadReusableContent(asked, root)
  return toDocument(await loadEvaluated(asked, root, { document }))
}

async function loadReusableContent({ db, params }: Asked, root: Hash): Promise<ReusableContent> {
  const found = await readContent(db, findRecord(openTree(root), 'reusableContent', params.reusableContentId!))
  if (!found) throw problem('notFound')
  return found
}

/** Readers of a site get what its conditions hold for them, and nothing of the rest, whatever they ask for. */
const isEvaluated = ({ query, caller }: Asked) =>
  isVisitor(caller) || query.evaluated === 'true' || query.evaluated === 'deterministic-only'

/** The document of a page or a reusable content, evaluated if that is asked. */
async function loadEvaluated(asked: Asked, root: Hash, owner: Owner): Promise<Document> {
  const document = await loadStored(asked.db, owner.document)
  if (!isEvaluated(asked)) return document
  const variables = await readContent(asked.db, loadVariables(openTree(root)))
  return evaluate(document, evaluationFor(asked, variables, owner))
}

interface Owner {
  type?: string
  document?: Hash | undefined
  variables?: Variables
}

/** Only a page has variables of its own; a reusable content does not know on which page it will be. */
function evaluationFor({ caller, query }: Asked, variables: Variables, owner: Owner): Evaluation {
  const page = owner.type === 'document' ? { page: { vars: owner.variables ?? {} } } : {}
  const determined = { space: { vars: variables }, ...page }
  const everything = { ...determined, visitor: { claims: isVisitor(caller) ? caller.claims : {} } }
  const fully = { known: everything, leaves: false }
  const partly = { known: determined, leaves: true }
  if (query.evaluated === 'true') return { inlines: fully, conditions: fully }
  const inlines = query.evaluated === 'deterministic-only' ? partly : undefined
  return { inlines, conditions: isVisitor(caller) ? fully : partly }
}
