// Spaces and collections are moved in the rail: dragged between others or onto a collection, and with Alt and the arrows.
import { signal } from '@preact/signals'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { closedCollections } from '../person.ts'
import { refreshSpaces } from '../spaces/changing.ts'
import { sayUndoable } from '../undoing.ts'

type Space = ReplyTo<'GET /orgs/:organizationId/spaces'>['items'][number]
type Collection = ReplyTo<'GET /orgs/:organizationId/collections'>['items'][number]

export interface Furniture {
  spaces: readonly Space[]
  collections: readonly Collection[]
}

/** A space or a collection. */
export interface Piece {
  kind: 'space' | 'collection'
  id: string
}

/** In a collection, or beside another of the same kind. */
export interface Spot {
  parent: string | null
  before?: string | undefined
  after?: string | undefined
}

const all = ({ spaces, collections }: Furniture, kind: Piece['kind']): readonly (Space | Collection)[] =>
  kind === 'space' ? spaces : collections

const find = (here: Furniture, { kind, id }: Piece) => all(here, kind).find((one) => one.id === id)

const siblingsOf = (here: Furniture, kind: Piece['kind'], parent: string | null | undefined) =>
  all(here, kind).filter((one) => (one.parent ?? null) === (parent ?? null))

export const mayMove = (here: Furniture, piece: Piece): boolean => find(here, piece)?.permissions.admin ?? false

/** Whether it can go there: into what the person may create in, and never into itself. */
function fits(here: Furniture, piece: Piece, { parent }: Spot): boolean {
  const from = find(here, piece)?.parent ?? null
  for (let at = parent; at !== null; at = here.collections.find(({ id }) => id === at)?.parent ?? null)
    if (piece.kind === 'collection' && at === piece.id) return false
  if (parent === from || parent === null) return true
  return here.collections.find(({ id }) => id === parent)?.permissions.create ?? false
}

const spotOf = (here: Furniture, { kind, id }: Piece): Spot => {
  const parent = find(here, { kind, id })?.parent ?? null
  const siblings = siblingsOf(here, kind, parent)
  const at = siblings.findIndex((one) => one.id === id)
  return { parent, before: siblings[at + 1]?.id, after: siblings[at - 1]?.id }
}

const send = ({ kind, id }: Piece, { parent, before, after }: Spot) => {
  const pointer = (to: string) =>
    kind === 'space' ? { type: 'space' as const, space: to } : { type: 'collection' as const, collection: to }
  const position = before ? { before: pointer(before) } : after ? { after: pointer(after) } : undefined
  const body = { parent, ...(position && { position }) }
  return kind === 'space'
    ? call('POST /spaces/:spaceId/move', { spaceId: id, body })
    : call('POST /collections/:collectionId/move', { collectionId: id, body })
}

async function move(here: Furniture, piece: Piece, spot: Spot): Promise<void> {
  if (!mayMove(here, piece) || !fits(here, piece, spot)) return
  const before = spotOf(here, piece)
  const title = find(here, piece)?.title || words.untitled
  await attempt(async () => {
    await send(piece, spot)
    if (spot.parent) closedCollections.value = closedCollections.value.filter((id) => id !== spot.parent)
    refreshSpaces()
    const undo = () => attempt(() => send(piece, before).finally(refreshSpaces))
    sayUndoable(words.rail.moved(title), undo)
  })
}

/** Alt and the arrows: up and down among its siblings, right into the collection above, left out of its own. */
export function moveByKey(event: KeyboardEvent, here: Furniture, piece: Piece): void {
  if (!event.altKey || !event.key.startsWith('Arrow')) return
  event.preventDefault()
  const { parent } = spotOf(here, piece)
  const siblings = siblingsOf(here, piece.kind, parent)
  const at = siblings.findIndex((one) => one.id === piece.id)
  const folders = siblingsOf(here, 'collection', parent).filter(({ id }) => id !== piece.id)
  const own = here.collections.find(({ id }) => id === parent)
  const above = piece.kind === 'space' ? folders.at(-1) : folders[Math.max(0, at - 1)]
  const spots: Record<string, Spot | undefined> = {
    ArrowUp: siblings[at - 1] && { parent, before: siblings[at - 1]!.id },
    ArrowDown: siblings[at + 1] && { parent, after: siblings[at + 1]!.id },
    ArrowRight: above && { parent: above.id },
    ArrowLeft: own && { parent: own.parent ?? null },
  }
  const spot = spots[event.key]
  if (!spot) return
  followed = piece.id
  addEventListener('pointerdown', () => (followed = undefined), { once: true })
  void move(here, piece, spot)
}

/** What was moved by key last: in another collection its row is a new one, and takes the focus of the old. */
let followed: string | undefined

export const followFocus =
  (id: string) =>
  (row: HTMLElement | null): void => {
    if (row && id === followed && document.activeElement === document.body) row.focus()
  }

type Edge = 'before' | 'after' | 'inside'

const dragged = signal<Piece | undefined>(undefined)
/** The row that is pointed at, and where in it. An empty id is the heading: outside all collections. */
const over = signal<{ id: string; edge: Edge } | undefined>(undefined)

export const dropClass = (id: string): string => (over.value?.id === id ? ` drop-${over.value.edge}` : '')

const end = () => {
  dragged.value = undefined
  over.value = undefined
}

/** What a row needs to be dragged and dropped on. */
export function dragProps(here: Furniture, row: Piece) {
  const spotAt = (event: DragEvent): { edge: Edge; spot: Spot } | undefined => {
    const piece = dragged.peek()
    if (!piece || piece.id === row.id) return undefined
    const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const share = (event.clientY - top) / height
    const parent = find(here, row)?.parent ?? null
    const isInside = row.kind === 'collection' && (piece.kind === 'space' || (share > 0.3 && share < 0.7))
    const edge: Edge = isInside ? 'inside' : share < 0.5 ? 'before' : 'after'
    // Beside another kind, only the collection counts.
    const beside = piece.kind === row.kind && !isInside ? { [edge]: row.id } : {}
    const spot = isInside ? { parent: row.id } : { parent, ...beside }
    return fits(here, piece, spot) ? { edge, spot } : undefined
  }
  return {
    draggable: mayMove(here, row),
    onDragStart(event: DragEvent) {
      event.stopPropagation()
      dragged.value = row
      event.dataTransfer!.effectAllowed = 'move'
      event.dataTransfer!.setData('text/plain', find(here, row)?.title ?? '')
    },
    onDragOver(event: DragEvent) {
      const found = spotAt(event)
      if (found) event.preventDefault()
      const next = found && { id: row.id, edge: found.edge }
      if (over.peek()?.id !== next?.id || over.peek()?.edge !== next?.edge) over.value = next
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      const found = spotAt(event)
      const piece = dragged.peek()
      if (found && piece) void move(here, piece, found.spot)
      end()
    },
    onDragEnd: end,
  }
}

/** The heading takes what leaves its collection. */
export const headingDropProps = (here: Furniture) => ({
  onDragOver(event: DragEvent) {
    if (!dragged.peek()) return
    event.preventDefault()
    over.value = { id: '', edge: 'inside' }
  },
  onDrop(event: DragEvent) {
    event.preventDefault()
    const piece = dragged.peek()
    if (piece) void move(here, piece, { parent: null })
    end()
  },
})
