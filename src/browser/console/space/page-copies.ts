// Copies pages with everything in them: within a space, or to another one. First the pages are made, so that their ids
// are known; then their texts, in which links between copied pages lead to the copies, and files are those of the space.
import { call } from '../api/client.ts'
import type { Content, Page } from './content.ts'
import { withInside } from './moves.ts'
import { storeFile } from './store-file.ts'
import { type Changes, type SpaceJson, targetOf, writeContent } from './writing.ts'

interface Place {
  content: Content
  space: SpaceJson
}

interface Target extends Place {
  into: string | null
  at?: number
}

type Change = Changes[number]

const PAGES_AT_ONCE = 50
const TEXTS_AT_ONCE = 10

/** Returns the content that has the copies, and those of the pages that were named. What fails leaves no copies. */
export async function copyPages(from: Place, pages: readonly Page[], to: Target): Promise<Copied> {
  const target = { ...to, content: await targetOf(to.content, to.space) }
  const copies = new Map<string, string>()
  const copied = () => ({ ...target, pages: pages.flatMap(({ id }) => copies.get(id) ?? []) })
  try {
    await copyInto(from, pages, target, copies)
  } catch (error) {
    await removeCopies(copied())
    throw error
  }
  return copied()
}

export interface Copied extends Place {
  pages: string[]
}

export const removeCopies = ({ content, space, pages }: Copied) =>
  writeContent(
    content,
    space,
    pages.map((page) => ({ operation: 'delete_page' as const, page })),
  )

async function copyInto(
  from: Place,
  pages: readonly Page[],
  target: Target,
  copies: Map<string, string>,
): Promise<void> {
  const all = pages.flatMap(withInside)
  await insertAll(from, all, pages, target, copies)
  const texts = all.filter(({ type }) => type === 'document')
  const files = new Map<string, string>()
  for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
    const changes: Change[] = []
    for (const page of texts.slice(start, start + TEXTS_AT_ONCE)) {
      const read = await readPage(from.content, page.id)
      const { document, cover } = await copied(
        { document: read.document, cover: page.cover },
        from,
        target,
        copies,
        files,
      )
      changes.push({
        operation: 'update_page',
        page: copies.get(page.id)!,
        ...(document && { document: { document } }),
        ...(cover && { cover }),
      })
    }
    await writeContent(target.content, target.space, changes)
  }
}

/** Adds the new ids to `copies`, by the old ones. */
async function insertAll(
  from: Place,
  all: Page[],
  top: readonly Page[],
  target: Target,
  copies: Map<string, string>,
): Promise<void> {
  const parents = new Map(all.flatMap((page) => (page.pages ?? []).map(({ id }) => [id, page.id] as const)))
  for (let start = 0; start < all.length; start += PAGES_AT_ONCE) {
    const part = all.slice(start, start + PAGES_AT_ONCE)
    const changes = part.map((page): Change => {
      const parent = parents.get(page.id)
      const order = top.indexOf(page)
      const at = order >= 0 && target.at !== undefined ? { at: target.at + order } : {}
      return {
        operation: 'insert_page',
        ref: page.id,
        into: parent === undefined ? target.into : (copies.get(parent) ?? parent),
        ...at,
        ...fieldsOf(page, from, target),
      }
    })
    const { created } = await writeContent(target.content, target.space, changes)
    for (const [index, page] of part.entries()) copies.set(page.id, created[index]!)
  }
}

const FIELDS = [
  'linkTitle',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
] as const

function fieldsOf(page: Page, from: Place, to: Place): Partial<Change> {
  const known = Object.fromEntries(FIELDS.flatMap((name) => (page[name] === undefined ? [] : [[name, page[name]]])))
  const other = (ref: object) => withSpace(ref as Ref, from, to)
  return {
    ...known,
    type: page.type,
    title: page.title,
    ...(page.variables && { variables: page.variables }),
    ...(page.target && { target: other(page.target) as { kind: string } }),
    ...(page.computed && { computed: page.computed as never }),
  }
}

interface Ref {
  kind: string
  page?: string
  file?: string
  space?: string
  reusableContent?: string
}

/** A reference that named no space meant the one it is copied from. */
const withSpace = (ref: Ref, from: Place, to: Place): Ref => {
  const isOwn = ref.space === undefined && ['page', 'anchor', 'reusable-content', 'file'].includes(ref.kind)
  return isOwn && from.space.id !== to.space.id ? { ...ref, space: from.space.id } : ref
}

/** A value of JSON with its references turned to the copies. */
async function copied<T>(
  value: T,
  from: Place,
  to: Target,
  copies: ReadonlyMap<string, string>,
  files: Map<string, string>,
): Promise<T> {
  const visit = async (node: unknown): Promise<unknown> => {
    if (Array.isArray(node)) {
      const list: unknown[] = []
      for (const item of node) list.push(await visit(item))
      return list
    }
    if (typeof node !== 'object' || node === null) return node
    const ref = node as Ref
    const isOwn = ref.space === undefined || ref.space === from.space.id
    if ((ref.kind === 'page' || ref.kind === 'anchor') && isOwn && ref.page && copies.has(ref.page)) {
      const { space: _space, ...rest } = ref
      return { ...rest, page: copies.get(ref.page)! }
    }
    if (ref.kind === 'file' && isOwn && ref.file && from.space.id !== to.space.id)
      return { kind: 'file', file: await copyFile(ref.file, from, to, files) }
    // An anchor without a page is one of the page itself.
    if (ref.kind === 'anchor' && !ref.page) return ref
    if (ref.kind === 'page' || ref.kind === 'anchor' || ref.kind === 'reusable-content') return withSpace(ref, from, to)
    const entries: [string, unknown][] = []
    for (const [name, inner] of Object.entries(node)) entries.push([name, await visit(inner)])
    return Object.fromEntries(entries)
  }
  return (await visit(value)) as T
}

async function copyFile(id: string, from: Place, to: Target, files: Map<string, string>): Promise<string> {
  const known = files.get(id)
  if (known) return known
  const { space, changeRequest } = from.content
  const { name, contentType, downloadURL } = await (changeRequest
    ? call('GET /spaces/:spaceId/change-requests/:changeRequestId/content/files/:fileId', {
        spaceId: space,
        changeRequestId: changeRequest,
        fileId: id,
      })
    : call('GET /spaces/:spaceId/content/files/:fileId', { spaceId: space, fileId: id }))
  const bytes = await (await fetch(downloadURL)).blob()
  const stored = await storeFile(to.content, new File([bytes], name, { type: contentType }), () => {})
  files.set(id, stored.id)
  return stored.id
}

const readPage = ({ space, changeRequest }: Content, pageId: string): Promise<Page> => {
  const query = { format: 'document', schema: 'next' } as const
  return changeRequest
    ? call('GET /spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId', {
        spaceId: space,
        changeRequestId: changeRequest,
        pageId,
        query,
      })
    : call('GET /spaces/:spaceId/content/page/:pageId', { spaceId: space, pageId, query })
}
