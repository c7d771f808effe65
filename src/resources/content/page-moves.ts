// Moves pages to another space: one transaction, a revision and an event in each.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { loadChangeRequest, loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { isOneOf, lockRow } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { forgetDeleted } from '../../domain/bin/index.ts'
import { refuseClosed } from '../../domain/change-requests/index.ts'
import { moveComments } from '../../domain/comments/index.ts'
import { type Branch, headOf, writeChanges } from '../../domain/content-changes/index.ts'
import { anchorsPrefix, pageTarget, parseHolder } from '../../domain/indexes/index.ts'
import { loadRevision, readContent } from '../../domain/revisions/index.ts'
import { changesOfLinks, changesOfTarget, type Holder, listMoved, nameMoved, type Side } from '../../engine/moving.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { findPages } from '../../engine/tree/pages.ts'
import { mayHaveChildren, type Page } from '../../engine/tree/records.ts'
import { ApiError, invalid } from '../../errors.ts'
import { appendEvent } from '../../events/events.ts'
import { newId } from '../../lib/ids.ts'
import type { WriteOutcome } from '../../server/operation.ts'
import type { MovePages } from '../../shapes/content-changes.ts'

type Body = Static<typeof MovePages>

interface Context {
  db: Db
  caller: Caller
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  body: Body
  report(about: WriteOutcome): void
}

/** With those below the named ones. */
const MAX_PAGES = 500
/** Changes of more documents than this are computed in steps before the transaction, which then writes them. */
const MAX_AT_ONCE = 20

export async function movePages({ db, caller, space, changeRequest, body, report }: Context) {
  const from: Branch = { space, changeRequest }
  if (changeRequest) refuseClosed(changeRequest)
  const to = await openTarget(db, caller, space, body.to)
  const sides = { from: await sideOf(db, from), to: await sideOf(db, to) }
  const { pages, missing } = await readContent(db, listMoved(sides.from.tree, body.pages, MAX_PAGES))
  refuseMissing(body, missing)
  if (pages.length > MAX_PAGES)
    throw invalid({ path: 'pages', message: `must be at most ${MAX_PAGES} with those below them` })
  await refuseBadPlaces(db, sides.to.tree, body)
  const names = await readContent(db, nameMoved(pages, sides.to.tree, idsFor(body)))
  const holders = await findHolders(db, sides, [...names.keys()])
  const move = { ...sides, moves: body.pages, pages, names }
  const isLarge = pages.length + holders.from.length + holders.to.length > MAX_AT_ONCE
  const written = await writeChanges({ db, caller }, to, { request: body.to, isLarge }, async (db, read) => [
    ...(await read(db, changesOfTarget(move))),
    ...(await read(db, changesOfLinks(sides.to, holders.to, move))),
  ])
  const isMain = !changeRequest && !to.changeRequest
  if (isMain) await takeAlong(db, space.id, { space: to.space.id, revision: written.revision, names })
  const left = await writeChanges({ db, caller }, from, { request: body.pages, isLarge }, async (db, read) => [
    ...(await read(db, changesOfLinks(sides.from, holders.from, move))),
    ...topmost(body, pages).map((page) => ({ operation: 'delete_page' as const, page })),
  ])
  if (isMain) await forgetDeleted(db, space.id, [...names.keys()])
  await appendEvent(db, {
    organizationId: to.space.organization_id,
    action: to.changeRequest ? 'change-request.content.updated' : 'space.content.updated',
    actorId: caller.user.id,
    tokenId: caller.tokenId,
    target: to.changeRequest ? { kind: 'change-request', id: to.changeRequest.id } : { kind: 'space', id: to.space.id },
    spaceId: to.space.id,
    data: { revision: written.revision },
    requestId: null,
  })
  report({
    data: { revision: left.revision },
    ...(changeRequest && { target: { kind: 'change-request', id: changeRequest.id } }),
  })
  return {
    revision: left.revision,
    target: {
      space: to.space.id,
      ...(to.changeRequest && { changeRequest: to.changeRequest.id }),
      revision: written.revision,
    },
    pages: [...names].map(([page, id]) => ({ page, id })),
  }
}

/** As the operations that write there are authorized. */
async function openTarget(db: Db, caller: Caller, from: Objects['space'], to: Body['to']): Promise<Branch> {
  if (to.space === from.id) throw invalid({ path: 'to.space', message: 'must be another space' })
  await lockRow(db, 'spaces', to.space)
  const space = await loadSpace(db, caller, to.space)
  authorize(to.changeRequest ? 'space.propose' : 'space.edit', { space })
  if (space.organization_id !== from.organization_id)
    throw invalid({ path: 'to.space', message: 'must be a space of the same organization' })
  if (to.changeRequest === undefined) return { space }
  const changeRequest = await loadChangeRequest(db, space.id, to.changeRequest)
  refuseClosed(changeRequest)
  return { space, changeRequest }
}

const sideOf = async (db: Db, branch: Branch): Promise<Side> => ({
  tree: openTree((await loadRevision(db, headOf(branch))).root),
  space: branch.space.id,
})

function refuseMissing({ pages }: Body, missing: readonly string[]): void {
  const named = new Set(pages.map(({ page }) => page))
  if (named.size < pages.length) throw invalid({ path: 'pages', message: 'must not name a page twice' })
  const issues = pages.flatMap(({ page }, index) =>
    missing.includes(page) ? [{ path: `pages.${index}.page`, message: 'does not name a page' }] : [],
  )
  if (issues.length > 0) throw new ApiError('invalid', issues)
}

async function refuseBadPlaces(db: Db, tree: Tree, { pages }: Body): Promise<void> {
  const wanted = pages.flatMap(({ into }) => into ?? [])
  const found = await readContent(db, findPages(tree, wanted))
  const known = new Set(found.filter(({ type }) => mayHaveChildren(type)).map(({ id }) => id))
  const message = 'must be a page of the other space that can contain pages'
  const issues = pages.flatMap(({ into }, index) =>
    into && !known.has(into) ? [{ path: `pages.${index}.into`, message }] : [],
  )
  if (issues.length > 0) throw new ApiError('invalid', issues)
}

/** The named pages without those below another: whatever is below a page leaves with it. */
function topmost(body: Body, pages: readonly Page[]): string[] {
  const named = new Set(body.pages.map(({ page }) => page))
  const parents = new Map(pages.map(({ id, parent }) => [id, parent]))
  const isBelow = (id: string): boolean => {
    const parent = parents.get(id)
    return parent !== undefined && (named.has(parent) || isBelow(parent))
  }
  return [...named].filter((id) => !isBelow(id))
}

/** New ids by request: a transaction that runs again makes the same. */
const made = new WeakMap<Body, Map<string, string>>()

function idsFor(body: Body): (id: string) => string {
  const ids = made.get(body) ?? new Map<string, string>()
  made.set(body, ids)
  return (id) => {
    const known = ids.get(id) ?? newId()
    ids.set(id, known)
    return known
  }
}

/** What links to the pages in the main content of either space; changes of a draft alone are not known. */
async function findHolders(db: Db, { from, to }: { from: Side; to: Side }, pages: readonly string[]) {
  const found = new Map<string, Set<string>>([from.space, to.space].map((space) => [space, new Set()]))
  for (const page of pages) {
    const anchors = anchorsPrefix(from.space, page)
    const rows = await db
      .selectFrom('links')
      .select(['space_id', 'holder'])
      .where(isOneOf(db, sql.ref('space_id'), [...found.keys()]))
      .where(
        sql<boolean>`(target = ${pageTarget(from.space, page)} or (target > ${anchors} and target < ${`${anchors}\u{10ffff}`}))`,
      )
      .execute()
    for (const { space_id, holder } of rows) found.get(space_id)!.add(holder)
  }
  const holdersIn = ({ space }: Side): Holder[] => [...found.get(space)!].map(parseHolder)
  return { from: holdersIn(from), to: holdersIn(to) }
}

interface Arrived {
  space: string
  revision: string
  names: ReadonlyMap<string, string>
}

/** What people said about the pages, and that they are favorites. */
async function takeAlong(db: Db, from: string, { space, revision, names }: Arrived): Promise<void> {
  await moveComments(db, { from, to: space, revision, names })
  for (const [page, id] of names)
    await db
      .updateTable('favorites')
      .set({ space_id: space, page_id: id })
      .where('space_id', '=', from)
      .where('page_id', '=', page)
      .execute()
}
