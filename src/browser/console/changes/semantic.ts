// What changed between two revisions, by page and by what else a space has.
import type { ReplyTo } from '../api/operations.ts'
import { type Reading, useReading } from '../api/store.ts'
import type { Page } from '../space/content.ts'

/** The content that is compared: two revisions of a space, or one with the revision before it. */
export interface Compared {
  space: string
  from?: string | undefined
  to: string
}

type Change = ReplyTo<'GET /spaces/:spaceId/revisions/:revisionId/changes'>['changes'][number]

export type Mark = 'new' | 'edited' | 'moved' | 'deleted'
export type Kind = 'page' | 'reusable-content' | 'file'

/** A page, a reusable content or a file that changed. */
export interface Changed {
  kind: Kind
  id: string
  title: string
  /** What happened to it, the most telling first. */
  marks: Mark[]
  attributes: NonNullable<Change['attributes']>
  /** Of a page that was moved: the pages around it. */
  parent?: Change['parent']
  file?: Change['file']
  /** The pages it is in, outermost first. */
  within: string[]
}

export interface Changes {
  items: Changed[]
  variables: string[]
  tags: string[]
  /** The number of changes that are not listed. */
  more: number
}

/** As many as the API lists. */
const MAX = 1000

/** Nothing is read without something to compare. */
export function useChanges(of: Compared | undefined): Reading<Changes> {
  const revision = of ? { spaceId: of.space, revisionId: of.to } : null
  const changes = useReading(
    'GET /spaces/:spaceId/revisions/:revisionId/changes',
    revision && { ...revision, query: { ...(of?.from && { from: of.from }), limit: MAX } },
  ).value
  const tree = useReading('GET /spaces/:spaceId/revisions/:revisionId/pages', revision).value
  const error = changes.error ?? tree.error
  const isLoading = changes.isLoading || tree.isLoading
  if (!changes.value || !tree.value) return { isLoading, error }
  return { isLoading, error, value: gather(changes.value, tree.value.pages) }
}

function gather({ changes, more = 0 }: ReplyTo<'GET /spaces/:spaceId/revisions/:revisionId/changes'>, pages: Page[]) {
  const found = new Map<string, Changed>()
  const places = placesOf(pages)
  const result: Changes = { items: [], variables: [], tags: [], more }
  for (const change of changes) {
    if (change.tag) result.tags.push(change.tag.label)
    if (change.variables) result.variables.push(...Object.keys(change.variables))
    const changed = changedIn(change, places)
    if (!changed) continue
    const name = `${changed.kind} ${changed.id}`
    const known = found.get(name)
    if (known) {
      known.marks.push(...changed.marks)
      known.parent ??= changed.parent
    } else found.set(name, changed)
  }
  const orderOf = ({ kind, id }: Changed) =>
    kind === 'page' ? (places.get(id)?.order ?? places.size) : Number.MAX_VALUE
  result.items = [...found.values()].sort((a, b) => orderOf(a) - orderOf(b))
  return result
}

interface Place {
  order: number
  within: string[]
}

function placesOf(
  pages: readonly Page[],
  within: string[] = [],
  places = new Map<string, Place>(),
): Map<string, Place> {
  for (const page of pages) {
    places.set(page.id, { order: places.size, within })
    placesOf(page.pages ?? [], [...within, page.title], places)
  }
  return places
}

const MARKS: Record<string, Mark> = { created: 'new', edited: 'edited', moved: 'moved', deleted: 'deleted' }

function changedIn(change: Change, places: ReadonlyMap<string, Place>): Changed | undefined {
  const { page, file, reusableContent, attributes = {}, parent } = change
  const mark = MARKS[change.type.slice(change.type.lastIndexOf('_') + 1)]
  const own = page ?? reusableContent ?? file
  if (!own || !mark) return undefined
  const place = page && places.get(page.id)
  return {
    kind: page ? 'page' : file ? 'file' : 'reusable-content',
    id: own.id,
    title: 'title' in own ? own.title : own.name,
    marks: [mark],
    attributes,
    ...(parent && { parent }),
    ...(file && { file }),
    within: place?.within ?? [],
  }
}
