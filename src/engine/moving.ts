// Pages go from one tree to another, with the files and reusable contents that they show. They keep their ids, unless the
// other tree has a page of that id. References keep leading to what they named.
import type { Change, FieldPatch } from './changes/change.ts'
import type { ContentRef } from './content-ref.ts'
import type { Document } from './document.ts'
import { listPageReferences, listReferences, mapReferences, mapReferencesIn } from './links.ts'
import type { Hash, Json } from './objects.ts'
import { loadObject, type Reading } from './reading.ts'
import { findRecord } from './tree/collections.ts'
import type { Tree } from './tree/draft.ts'
import { findPages, listChildren } from './tree/pages.ts'
import type { File, Page, ReusableContent } from './tree/records.ts'

export interface PageMove {
  page: string
  /** The page that it goes into in the other tree; none: the top level. */
  into?: string | null
  at?: number
}

/** A tree, and the space by which references from elsewhere name it. */
export interface Side {
  tree: Tree
  space: string
}

/** The pages that move, parents first, or those that are not there. */
export type Moved = { pages: Page[]; missing: string[] }

/** The named pages with everything below them; at most `limit` and one more. */
export function* listMoved(tree: Tree, moves: readonly PageMove[], limit: number): Reading<Moved> {
  const ids = moves.map(({ page }) => page)
  const pages = yield* findPages(tree, ids)
  const missing = ids.filter((id) => !pages.some((page) => page.id === id))
  const known = new Set(ids)
  for (const page of pages) {
    if (pages.length > limit) break
    for (const child of yield* listChildren(tree, page.id)) if (!known.has(child.id)) pages.push(child)
  }
  return { pages, missing }
}

/** The ids of the pages in the other tree, by their ids here. */
export function* nameMoved(
  pages: readonly Page[],
  to: Tree,
  newId: (id: string) => string,
): Reading<Map<string, string>> {
  const ids = pages.map(({ id }) => id)
  const taken = new Set((yield* findPages(to, ids)).map(({ id }) => id))
  return new Map(ids.map((id) => [id, taken.has(id) ? newId(id) : id]))
}

interface Move {
  from: Side
  to: Side
  moves: readonly PageMove[]
  pages: readonly Page[]
  names: ReadonlyMap<string, string>
}

/** A reference in what moves, as it has to be in the other space. */
function carried(ref: ContentRef, { from, to, names }: Move): ContentRef {
  if (!('space' in ref || IN_SPACE.has(ref.kind)) || ref.kind === 'space') return ref
  const { space = from.space, ...own } = ref as ContentRef & { space?: string }
  if (own.kind === 'anchor' && own.page === undefined) return ref
  if (space === to.space) return own as ContentRef
  if (space !== from.space) return ref
  if (own.kind === 'file' || own.kind === 'reusable-content') return own
  if ((own.kind === 'page' || own.kind === 'anchor') && names.has(own.page!))
    return { ...own, page: names.get(own.page!)! } as ContentRef
  return { ...own, space } as ContentRef
}

const IN_SPACE: ReadonlySet<string> = new Set(['page', 'anchor', 'file', 'reusable-content', 'tag'])

/** A reference to a page that moves, in what stays in either space. */
export function relinked(ref: ContentRef, at: Side, { from, to, names }: Omit<Move, 'moves' | 'pages'>): ContentRef {
  if (ref.kind !== 'page' && ref.kind !== 'anchor') return ref
  const { space = at.space, ...own } = ref
  const page = own.page === undefined || space !== from.space ? undefined : names.get(own.page)
  if (page === undefined) return ref
  return at.space === to.space ? { ...own, page } : { ...own, page, space: to.space }
}

/** The fields that go along. Those of a Git repository and tags belong to the space. */
function fieldsOf(page: Page, move: Move): FieldPatch {
  const { id, type, parent, position, ownPath, document, git, tags, createdAt, updatedAt, ...fields } = page
  return mapReferencesIn(fields, (ref) => carried(ref, move)) as FieldPatch
}

const isFrom =
  ({ from }: Move, kind: 'file' | 'reusable-content') =>
  (ref: ContentRef): string[] => {
    if (ref.kind !== kind || (ref.space !== undefined && ref.space !== from.space)) return []
    return [ref.kind === 'file' ? ref.file : ref.reusableContent]
  }

const readDocument = (hash: Hash): Reading<Document> => loadObject<Document & Json>(hash)

/** The changes of the other tree: files, then reusable contents, then pages. */
export function* changesOfTarget(move: Move): Reading<Change[]> {
  const { from, moves, pages, names } = move
  const files = new Set<string>()
  const contents = new Map<string, ReusableContent>()
  const documents = new Map<string, Document>()
  const note = function* (refs: readonly ContentRef[]): Reading<void> {
    for (const id of refs.flatMap(isFrom(move, 'file'))) files.add(id)
    for (const id of refs.flatMap(isFrom(move, 'reusable-content'))) {
      const content = contents.has(id) ? undefined : yield* findRecord(from.tree, 'reusableContent', id)
      if (content) contents.set(id, content)
    }
  }
  const carry = function* (id: string, hash: string | undefined): Reading<void> {
    if (hash === undefined) return
    const document = yield* readDocument(hash)
    yield* note(listReferences(document).map(({ ref }) => ref))
    documents.set(
      id,
      mapReferences(document, (ref) => carried(ref, move)),
    )
  }
  for (const page of pages) {
    yield* note(listPageReferences(page))
    yield* carry(page.id, page.document)
  }
  // More of them are found while they are carried.
  for (const { id, document } of contents.values()) yield* carry(id, document)
  const places = new Map(moves.map((each) => [each.page, each]))
  const withDocument = (id: string) => (documents.has(id) ? { document: documents.get(id)! } : {})
  return [
    ...(yield* missingFiles(move, files)),
    ...(yield* missingContents(move, contents)).map(
      ({ id, title }): Change => ({ operation: 'insert_reusable_content', id, title, ...withDocument(id) }),
    ),
    ...pages.map((page): Change => {
      const place = places.get(page.id)
      const into = place ? place.into : names.get(page.parent)
      return {
        operation: 'insert_page',
        ...fieldsOf(page, move),
        id: names.get(page.id)!,
        type: page.type,
        ...(into && { into }),
        ...(place?.at !== undefined && { at: place.at }),
        ...withDocument(page.id),
      }
    }),
  ]
}

/** What the other tree has by the same id is a copy of it. */
function* missingFiles({ from, to }: Move, ids: ReadonlySet<string>): Reading<Change[]> {
  const files: File[] = []
  for (const id of ids) {
    const file = (yield* findRecord(to.tree, 'file', id)) ? undefined : yield* findRecord(from.tree, 'file', id)
    if (file) files.push(withoutGit(file))
  }
  return files.length > 0 ? [{ operation: 'insert_files', files }] : []
}

const withoutGit = ({ git, ...file }: File): File => file

function* missingContents({ to }: Move, contents: ReadonlyMap<string, ReusableContent>): Reading<ReusableContent[]> {
  const missing: ReusableContent[] = []
  for (const content of contents.values())
    if (!(yield* findRecord(to.tree, 'reusableContent', content.id))) missing.push(content)
  return missing
}

/** What has references: a page or a reusable content. */
export interface Holder {
  kind: 'page' | 'reusable-content'
  id: string
}

/** The changes that lead the references of these holders to where the pages are now. */
export function* changesOfLinks(
  at: Side,
  holders: readonly Holder[],
  move: Omit<Move, 'moves' | 'pages'>,
): Reading<Change[]> {
  const changes: Change[] = []
  const follow = (ref: ContentRef) => relinked(ref, at, move)
  for (const { kind, id } of holders) {
    const [page] = kind === 'page' ? yield* findPages(at.tree, [id]) : []
    const held = kind === 'page' ? page : yield* findRecord(at.tree, 'reusableContent', id)
    if (!held || (at.space === move.from.space && kind === 'page' && move.names.has(id))) continue
    const before = held.document === undefined ? undefined : yield* readDocument(held.document)
    const document = before && { document: mapReferences(before, follow) }
    if (kind === 'reusable-content')
      changes.push({ operation: 'update_reusable_content', reusableContent: id, ...document })
    else {
      const { target, cover, metaLinks } = page!
      const fields = { ...(target && { target }), ...(cover && { cover }), ...(metaLinks && { metaLinks }) }
      changes.push({
        operation: 'update_page',
        page: id,
        ...(mapReferencesIn(fields, follow) as FieldPatch),
        ...document,
      })
    }
  }
  return changes
}
