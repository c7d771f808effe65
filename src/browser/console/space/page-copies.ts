// Copies pages within their space, with everything in them. First the pages are made, so that their ids are known; then
// their texts, in which links between copied pages lead to the copies.
import { call } from '../api/client.ts'
import type { Content, Page } from './content.ts'
import { withInside } from './moves.ts'
import { type Changes, type SpaceJson, targetOf, writeContent } from './writing.ts'

interface Place {
  content: Content
  space: SpaceJson
}

interface Spot {
  into: string | null
  at: number
}

type Change = Changes[number]

const PAGES_AT_ONCE = 50
const TEXTS_AT_ONCE = 10

/** Returns the content that has the copies, and those of the pages that were named. What fails leaves no copies. */
export async function copyPages({ content, space }: Place, pages: readonly Page[], spot: Spot): Promise<Copied> {
  const target = { content: await targetOf(content, space), space }
  const copies = new Map<string, string>()
  const copied = () => ({ ...target, pages: pages.flatMap(({ id }) => copies.get(id) ?? []) })
  try {
    const all = pages.flatMap(withInside)
    await insertAll(all, pages, target, spot, copies)
    await copyTexts(content, all, target, copies)
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

async function copyTexts(
  from: Content,
  all: readonly Page[],
  target: Place,
  copies: ReadonlyMap<string, string>,
): Promise<void> {
  const texts = all.filter(({ type }) => type === 'document')
  for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
    const changes: Change[] = []
    for (const page of texts.slice(start, start + TEXTS_AT_ONCE)) {
      const { document } = await readPage(from, page.id)
      const { cover } = page
      changes.push({
        operation: 'update_page',
        page: copies.get(page.id)!,
        ...(document && { document: { document: copied(document, copies) } }),
        ...(cover && { cover }),
      })
    }
    await writeContent(target.content, target.space, changes)
  }
}

/** Adds the new ids to `copies`, by the old ones. */
async function insertAll(
  all: readonly Page[],
  top: readonly Page[],
  target: Place,
  { into, at }: Spot,
  copies: Map<string, string>,
): Promise<void> {
  const parents = new Map(all.flatMap((page) => (page.pages ?? []).map(({ id }) => [id, page.id] as const)))
  for (let start = 0; start < all.length; start += PAGES_AT_ONCE) {
    const part = all.slice(start, start + PAGES_AT_ONCE)
    const changes = part.map((page): Change => {
      const parent = parents.get(page.id)
      const order = top.indexOf(page)
      return {
        operation: 'insert_page',
        ref: page.id,
        into: parent === undefined ? into : (copies.get(parent) ?? parent),
        ...(order >= 0 && { at: at + order }),
        ...fieldsOf(page),
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
  'variables',
  'target',
  'computed',
] as const

function fieldsOf(page: Page): Partial<Change> {
  const known = Object.fromEntries(FIELDS.flatMap((name) => (page[name] === undefined ? [] : [[name, page[name]]])))
  return { ...known, type: page.type, title: page.title }
}

/** A value of JSON whose references to copied pages lead to the copies. */
function copied<T>(value: T, copies: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((item) => copied(item, copies)) as T
  if (typeof value !== 'object' || value === null) return value
  const { kind, page, space } = value as { kind?: unknown; page?: unknown; space?: unknown }
  const copy = (kind === 'page' || kind === 'anchor') && space === undefined ? copies.get(String(page)) : undefined
  if (copy) return { ...value, page: copy }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copied(inner, copies)])) as T
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
