// Updates the index of links and link targets from changes.
import { sql } from 'kysely'
import { insertTextRows, removeSome } from '../../db/bulk.ts'
import { asList, isInList, isOneOf } from '../../db/dialect.ts'
import type { TableSchema } from '../../db/introspection.ts'
import { type Param, prepared } from '../../db/prepared.ts'
import type { IndexedSpace } from '../../db/search-index.ts'
import type { Db } from '../../db/tables.ts'
import { groupBy } from '../../engine/group.ts'
import { isEqual } from '../../engine/objects.ts'
import type { ContentChanges } from '../revisions/index.ts'
import { type ChangedTargets, changedTargets } from './link-targets.ts'
import { changedLinks, type LinkRow } from './page-links.ts'
import { anchorsPrefix } from './target-keys.ts'

const shape = (name: string, key: string[], ...others: string[]): TableSchema => ({
  name,
  columns: [...key, ...others].map((column) => ({ name: column, type: 'text' })),
  key,
})

const LINKS = shape('links', ['space_id', 'holder', 'position'], 'block', 'target', 'ref')
const TARGETS = shape('link_targets', ['target'], 'space_id')

// Most edits change neither the links nor the anchors of a page, and writing rows costs ten times as much as reading
// them: only what differs is written.
export async function updateLinks(db: Db, { id }: IndexedSpace, changes: ContentChanges): Promise<void> {
  const { old, now } = changedLinks(id, changes)
  const targets = changedTargets(id, changes)
  const links = await listLinks(db, id, old)
  const known = await listTargets(db, id, targets)
  const stored = groupBy(links, ({ holder }) => holder)
  const current = groupBy(now, ({ holder }) => holder)
  const isSame = (holder: string) => isEqual(stored.get(holder) ?? [], current.get(holder) ?? [])
  const changed = new Set([...stored.keys(), ...current.keys()].filter((holder) => !isSame(holder)))
  const removed = [...stored.keys()].filter((holder) => changed.has(holder))
  if (removed.length > 0) {
    await db
      .deleteFrom('links')
      .where('space_id', '=', id)
      .where(isOneOf(db, sql.ref('holder'), removed))
      .execute()
  }
  const added = now.filter(({ holder }) => changed.has(holder))
  if (added.length > 0)
    await insertTextRows(
      db,
      LINKS,
      added.map((row) => ({ ...row })),
    )
  await updateTargets(db, id, known, targets)
}

async function listLinks(db: Db, spaceId: string, holders: readonly string[]): Promise<LinkRow[]> {
  const [holder] = holders
  if (holder === undefined) return []
  if (holders.length === 1) return [...(await findLinksOf(db, { spaceId, holder }))]
  return [...(await findLinks(db, { spaceId, holders: asList(db, holders) }))]
}

/** Most changes are of one page, and SQLite reads a list, even of one, through a table of its own. */
const findLinksOf = prepared<{ spaceId: string; holder: string }, LinkRow>((db, param) =>
  db
    .selectFrom('links')
    .selectAll()
    .where('space_id', '=', param('spaceId'))
    .where('holder', '=', param('holder'))
    .orderBy('position'),
)

const findLinks = prepared<{ spaceId: string; holders: unknown }, LinkRow>((db, param) =>
  db
    .selectFrom('links')
    .selectAll()
    .where('space_id', '=', param('spaceId'))
    .where(isInList(db, sql.ref('holder'), param('holders')))
    .orderBy('holder')
    .orderBy('position'),
)

async function updateTargets(
  db: Db,
  spaceId: string,
  stored: ReadonlySet<string>,
  targets: ChangedTargets,
): Promise<void> {
  const now = new Set(targets.now)
  const removed = [...stored].filter((target) => !now.has(target))
  if (removed.length > 0) {
    await db
      .deleteFrom('link_targets')
      .where(isOneOf(db, sql.ref('target'), removed))
      .execute()
  }
  const added = [...now].filter((target) => !stored.has(target))
  if (added.length > 0)
    await insertTextRows(
      db,
      TARGETS,
      added.map((target) => ({ target, space_id: spaceId })),
    )
}

async function listTargets(db: Db, spaceId: string, targets: ChangedTargets): Promise<Set<string>> {
  const { old, pages } = targets
  if (old.length === 0) return new Set()
  const [first, ...others] = pages.map((page) => anchorsOf(spaceId, page))
  const rows = [...(await findTargets(db, { targets: asList(db, old), ...(first ?? NO_ANCHORS) }))]
  for (const range of others) rows.push(...(await findTargets(db, { targets: asList(db, []), ...range })))
  return new Set(rows.map(({ target }) => target))
}

/** Between which targets the anchors of a page are. */
const anchorsOf = (spaceId: string, page: string) => {
  const prefix = anchorsPrefix(spaceId, page)
  return { after: prefix, before: `${prefix}\u{10ffff}` }
}

const NO_ANCHORS = { after: '', before: '' }

type Found = { target: string }
type AnchorRange = ReturnType<typeof anchorsOf>

const inRange = (db: Db, param: Param<AnchorRange>) =>
  db
    .selectFrom('link_targets')
    .select('target')
    .where('target', '>', param('after'))
    .where('target', '<', param('before'))

/** The targets of a list, and those of a range. */
const findTargets = prepared<{ targets: unknown } & AnchorRange, Found>((db, param) =>
  inRange(db, param).unionAll(
    db
      .selectFrom('link_targets')
      .select('target')
      .where(isInList(db, sql.ref('target'), param('targets'))),
  ),
)

/** Removes some links and targets; true when none are left. */
export async function clearLinks(db: Db, spaceId: string): Promise<boolean> {
  const links = await removeSome(db, LINKS, spaceId)
  const targets = await removeSome(db, TARGETS, spaceId)
  return links && targets
}
