// What changed in a page or a reusable content from one revision to another.
import type { Row } from '../../db/tables.ts'
import { type DrawnParts, drawChanges, type Version, withIncluded } from '../../domain/drawing/index.ts'
import {
  audienceOf,
  type DocumentHolder,
  findPageNode,
  findRevision,
  loadDocument,
  openView,
  readContent,
  type View,
} from '../../domain/revisions/index.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import { EMPTY_TREE } from '../../engine/tree/draft.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import { problem } from '../../errors.ts'
import type { DocumentChangesJson } from '../../shapes/document-changes.ts'
import { loadRootBefore } from './history.ts'
import { placeOf } from './place.ts'
import { loadRequestedRevision, type ReadContext } from './read-operations.ts'

interface ChangesContext extends Omit<ReadContext, 'query'> {
  query: DrawnParts & { from?: string | undefined }
}

type Titled = NonNullable<DocumentChangesJson['before']>

interface Found {
  title: Titled
  owner: DocumentHolder
}

type Find = (view: View) => Promise<Found | undefined>

/** The revision that a revision is compared with: the named one, or its parent. */
export async function loadCompared(context: ChangesContext): Promise<{ before: string; after: Row<'revisions'> }> {
  const { db, space, query } = context
  const after = await loadRequestedRevision({ ...context, query: {} })
  if (query.from === undefined) return { before: await loadRootBefore(db, after), after }
  const before = await findRevision(db, space.id, query.from)
  if (!before) throw problem('notFound')
  return { before: before.root, after }
}

export const showPageChanges = (context: ChangesContext): Promise<DocumentChangesJson> =>
  showChanges(context, async (view) => {
    const node = await findPageNode(context.db, view, context.params.pageId!)
    if (!node) return undefined
    const { title, description, emoji } = node.page
    return { title: { title, description, emoji, path: node.path }, owner: node.page }
  })

export const showReusableContentChanges = (context: ChangesContext): Promise<DocumentChangesJson> =>
  showChanges(context, async (view) => {
    const id = context.params.reusableContentId!
    const found = await readContent(context.db, findRecord(view.tree, 'reusableContent', id))
    return found && { title: { title: found.title }, owner: found }
  })

async function showChanges(context: ChangesContext, find: Find): Promise<DocumentChangesJson> {
  const { before: root, after } = await loadCompared(context)
  const before = root === EMPTY_TREE.hash ? undefined : await open(context, { ...after, root }, find)
  const now = await open(context, after, find)
  if (!before?.found && !now.found) throw problem('notFound')
  const drawn = await drawChanges((before ?? now).version, now.version, context.query)
  if (context.query.part !== undefined && drawn.parts.length === 0) throw problem('notFound')
  return { object: 'document-changes', before: before?.found?.title, after: now.found?.title, ...drawn }
}

interface Opened {
  found: Found | undefined
  version: Version
}

async function open(context: ChangesContext, content: Row<'revisions'>, find: Find): Promise<Opened> {
  const { db, caller } = context
  const view = await openView(db, audienceOf(caller), content)
  const found = await find(view)
  const document = found ? await withIncluded(db, view, await loadDocument(db, view, found.owner)) : EMPTY_DOCUMENT
  return { found, version: { place: await placeOf(context, view), document } }
}
