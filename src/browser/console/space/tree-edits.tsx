// Changes to the page tree, and how each is undone.
import { useLocation } from 'preact-iso'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import type { ReplyTo } from '../api/operations.ts'
import { written } from '../comments/state.ts'
import { sayUndoable } from '../undoing.ts'
import { addressOf, type Content, type Page } from './content.ts'
import { pageAdded } from './fresh-page.ts'
import { type Gap, type Move, movesInto, spotOf, withInside } from './moves.ts'
import { copyPages, removeCopies } from './page-copies.ts'
import { headOf } from './snapshot.ts'
import { type Changes, movePages, refreshContent, type SpaceJson, targetOf, writeContent } from './writing.ts'

export type Change = Changes[number]

/** What a new page is; by default a page with a text. */
export type NewPage = Pick<Change, 'type' | 'title' | 'target'>

export interface TreeEdits {
  insert(into: string | null, at: number, page?: NewPage): Promise<string | undefined>
  rename(page: Page, title: string): Promise<void>
  move(page: Page, to: Move): Promise<void>
  moveAll(moved: readonly Page[], to: Gap): Promise<void>
  hide(hidden: readonly Page[], isHidden: boolean): Promise<void>
  remove(removed: readonly Page[]): Promise<void>
  duplicate(page: Page): Promise<void>
  sendTo(sent: readonly Page[], target: SpaceJson): Promise<void>
  /** True if it was written. */
  update(page: Page, fields: Partial<Change>): Promise<boolean>
}

export function useTreeEdits(
  content: Content,
  pages: readonly Page[],
  space: ReplyTo<'GET /spaces/:spaceId'>,
): TreeEdits {
  const { route } = useLocation()
  const follow = (written: Content, show?: string) => {
    refreshContent()
    if (written.changeRequest !== content.changeRequest) route(addressOf(written, show))
  }
  /** Writes, and follows to the draft if one was opened. Undefined if it failed. */
  const write = async (changes: Changes, show?: string): Promise<{ created?: string } | undefined> => {
    let done: { created?: string } | undefined
    const from = document.activeElement
    await attempt(async () => {
      const written = await writeContent(content, space, changes)
      const created = written.created[0]
      done = { ...(created && { created }) }
      const isText = (changes[0]!.type ?? 'document') === 'document'
      if (created && isText) pageAdded(created, from)
      follow(written.content, isText ? (created ?? show) : undefined)
      if (created && isText && written.content.changeRequest === content.changeRequest)
        route(addressOf(content, created))
    })
    return done
  }
  const undo = (changes: Changes) => () =>
    attempt(async () => {
      await writeContent(content, space, changes)
      refreshContent()
    })
  const placeOf = (page: Page): Move => {
    const { parent, at } = spotOf(pages, page.id)!
    return { into: parent?.id ?? null, at }
  }
  const update = (page: Page, fields: Partial<Change>): Change => ({
    operation: 'update_page',
    page: page.id,
    ...fields,
  })
  /** The changes that bring pages back after they are deleted. */
  const wayBack = async (removed: readonly Page[]): Promise<Changes> => {
    const revision = await headOf(content)
    return [
      ...removed.flatMap(withInside).map(({ id }) => ({ operation: 'revert_page' as const, page: id, revision })),
      ...removed.map((page) => update(page, placeOf(page))),
    ]
  }
  /** What is not there any more cannot be shown. */
  const leave = (gone: readonly Page[], from: Page) => {
    if (!gone.some(({ id }) => location.pathname.endsWith(`/${id}`))) return
    const { siblings, parent, at } = spotOf(pages, from.id)!
    const rest = [...siblings.slice(at + 1), ...siblings.slice(0, at).reverse(), ...(parent ? [parent] : [])]
    route(addressOf(content, rest.find(({ id }) => !gone.some((page) => page.id === id))?.id))
  }
  return {
    async insert(into, at, page = { title: words.untitled }) {
      return (await write([{ operation: 'insert_page', ...page, into, at }]))?.created
    },
    async rename(page, title) {
      if (title === page.title || title.trim() === '') return
      const back = update(page, { title: page.title || words.untitled })
      if (await write([update(page, { title })], page.id)) sayUndoable(words.tree.renamed(title), undo([back]))
    },
    async move(page, to) {
      const back = update(page, placeOf(page))
      if (await write([update(page, to)], page.id)) sayUndoable(words.tree.moved(page.title), undo([back]))
    },
    async moveAll(moved, to) {
      const changes = movesInto(pages, moved, to).map(({ page, ...move }) => ({
        operation: 'update_page' as const,
        page,
        ...move,
      }))
      const back = moved.map((page) => update(page, placeOf(page)))
      if (await write(changes, moved[0]?.id)) sayUndoable(words.tree.movedAll(titleOf(moved), moved.length), undo(back))
    },
    async hide(hidden, isHidden) {
      const changed = hidden.filter((page) => (page.hidden ?? false) !== isHidden)
      if (changed.length === 0) return
      const to = (value: boolean) => changed.map((page) => update(page, { hidden: value }))
      const said = isHidden ? words.tree.hiddenAll : words.tree.shownAll
      if (await write(to(isHidden), changed[0]?.id))
        sayUndoable(said(titleOf(changed), changed.length), undo(to(!isHidden)))
    },
    async remove(removed) {
      const gone = removed.flatMap(withInside)
      const back = await wayBack(removed)
      leave(gone, removed[0]!)
      if (!(await write(removed.map(({ id }) => ({ operation: 'delete_page' as const, page: id }))))) return
      const inside = gone.length - removed.length
      const said =
        removed.length === 1 ? words.tree.removed(titleOf(removed), inside) : words.tree.removedAll(gone.length)
      sayUndoable(said, undo(back))
    },
    async duplicate(page) {
      await attempt(async () => {
        const { into, at } = placeOf(page)
        const copied = await copyPages({ content, space }, [page], { into, at: at + 1 })
        const [copy] = copied.pages
        follow(copied.content, copy)
        route(addressOf(copied.content, copy))
        sayUndoable(words.tree.duplicated(titleOf([page])), () =>
          attempt(async () => {
            if (location.pathname.endsWith(`/${copy}`)) route(addressOf(copied.content, page.id))
            await removeCopies(copied)
            refreshContent()
          }),
        )
      })
    },
    async sendTo(sent, target) {
      await attempt(async () => {
        const places = sent.map((page) => ({ page: page.id, ...placeOf(page) }))
        const gone = sent.flatMap(withInside)
        // What was typed a moment ago goes along.
        await written.save?.()
        const from = await targetOf(content, space)
        const to = await targetOf({ space: target.id }, target)
        leave(gone, sent[0]!)
        const moved = await movePages(
          from,
          to,
          sent.map(({ id }) => ({ page: id })),
        )
        const idOf = (page: string) => moved.pages.find((each) => each.page === page)!.id
        follow(from)
        const bringBack = () =>
          attempt(async () => {
            await movePages(
              to,
              from,
              places.map(({ page, ...place }) => ({ page: idOf(page), ...place })),
            )
            refreshContent()
          })
        sayUndoable(words.tree.sent(titleOf(sent), sent.length, target.title), bringBack, {
          label: words.open,
          run: () => route(addressOf(to, idOf(sent[0]!.id))),
        })
      })
    },
    async update(page, fields) {
      const former = update(page, formerOf(page, fields))
      const isDone = (await write([update(page, fields)], page.id)) !== undefined
      if (isDone) sayUndoable(words.tree.updated(titleOf([page])), undo([former]))
      return isDone
    },
  }
}

/** The fields as they were. What a page does not have is false where it is set to true or false, and null otherwise. */
const formerOf = (page: Page, fields: Partial<Change>): Partial<Change> => {
  const known = page as unknown as Record<string, unknown>
  const before = (name: string, value: unknown) => known[name] ?? (typeof value === 'boolean' ? false : null)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, before(name, value)]))
}

const titleOf = ([page]: readonly Page[]): string => page?.title || words.untitled
