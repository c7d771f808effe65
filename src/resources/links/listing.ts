// Links and backlinks, said once for spaces and change requests.
import type { Caller } from '../../access/caller.ts'
import { loadOrganization } from '../../access/load.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { groupBy } from '../../engine/group.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { ListOf } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { loadRevision, readContent } from '../content/revisions.ts'
import { viewerOf } from '../organizations/queries.ts'
import { anchorOf, placeOf, showingOthers } from './destinations.ts'
import { type LinkRow, pageHolder, parseHolder } from './found-links.ts'
import { type Showing, showingPlaces } from './locations.ts'
import { loadOverlay, NO_OVERLAY, type Overlay } from './overlay.ts'
import { type Destination, isAbout, listReferring, takeReferring } from './queries.ts'
import type { Location } from './schemas.ts'
import { type Filter, rowsOf, takeUsages, type Usage } from './usages.ts'

/** How many locations of each link are shown; backlinks have them all. */
const LOCATIONS = 25

/** What a request brings, on either base. */
export interface Context {
  db: Db
  caller: Caller
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  urls: Urls
  files: Files
}

interface Scene {
  showing: Showing
  overlay: Overlay
  root: string
}

async function loadScene({ caller, ...context }: Context): Promise<Scene> {
  const { db, space, changeRequest } = context
  const organization = await loadOrganization(db, caller, space.organization_id)
  const showing = { ...context, organization, viewer: viewerOf(organization, caller) }
  const main = await loadRevision(db, space.revision_id)
  if (!changeRequest) return { showing, overlay: NO_OVERLAY, root: main.root }
  const { root } = await loadRevision(db, changeRequest.revision_id)
  return { showing, overlay: await loadOverlay(db, space.id, main.root, root), root }
}

/** What all content refers to, or one page. */
export async function listLinks(context: Context, filter: Filter, page: Page, pageId?: string) {
  const { showing, overlay, root } = await loadScene(context)
  if (pageId !== undefined) await demand(context.db, root, { kind: 'page', id: pageId })
  const holder = pageId === undefined ? undefined : pageHolder(pageId)
  const { db, urls, space } = context
  const asked = { db, urls, organizationId: space.organization_id, spaceId: space.id, holder, overlay }
  const { usages, stats, count, next } = await takeUsages(asked, filter, page)
  const rows = await listRows(context, overlay, holder, usages)
  const { changeRequest, total } = stats.broken
  const broken = context.changeRequest ? { total, changeRequest } : { total }
  return { items: await showLinks(showing, usages, rows), count, next, stats: { total: stats.total, broken } }
}

async function listRows({ db, space }: Context, overlay: Overlay, holder: string | undefined, usages: Usage[]) {
  const targets = usages.map(({ target }) => target)
  const scope = { spaceId: space.id, holder, hidden: overlay.hidden }
  const stored = targets.length > 0 ? await listReferring(db, scope, targets, LOCATIONS) : []
  return [...stored, ...rowsOf(overlay, holder)].sort(byPlace)
}

async function showLinks(showing: Showing, usages: readonly Usage[], rows: readonly LinkRow[]) {
  const byTarget = groupBy(rows, ({ target }) => target)
  const shown = usages.flatMap((usage) => {
    const rows = byTarget.get(usage.target)
    return rows ? [{ usage, rows: rows.slice(0, LOCATIONS) }] : []
  })
  const places = [
    ...usages.flatMap(({ target }) => placeOf(target) ?? []),
    ...shown.flatMap(({ rows }) => rows.map(holderPlace)),
  ]
  const show = await showingPlaces(showing, places)
  const showOther = await showingOthers(showing, usages)
  return shown.map(({ usage, rows }) => {
    const place = placeOf(usage.target)
    const { ref } = rows[0]!
    return {
      status: usage.status,
      relation: DEPENDED_ON.test(usage.target) ? ('dependsOn' as const) : ('reference' as const),
      targetReference: place ? show(place, anchorOf(ref)) : showOther(usage, ref),
      locationReferences: rows.flatMap((row) => show(holderPlace(row), nodeOf(row)) ?? []),
    }
  })
}

/** What is shown within the content that refers to it. */
const DEPENDED_ON = /^(reusable-content|openapi)\//

/** Where a page or a file is referred to. */
export async function listBacklinks(
  context: Context,
  to: Pick<Destination, 'kind' | 'id'>,
  page: Page,
): Promise<ListOf<Location>> {
  const { showing, overlay, root } = await loadScene(context)
  await demand(context.db, root, to)
  const destination = { ...to, spaceId: context.space.id }
  const itself = to.kind === 'page' ? [pageHolder(to.id)] : []
  const hidden = [...overlay.hidden, ...itself]
  const stored = await takeReferring(context.db, showing.viewer, destination, { hidden, page })
  const fresh = overlay.rows.filter((row) => isAbout(row.target, destination) && !itself.includes(row.holder))
  const after = page.after && placeKey(page.after)
  const rest = [...stored.rows, ...fresh.filter((row) => !after || keyOf(row) > after)].sort(byPlace)
  const rows = rest.slice(0, page.limit)
  const last = rest.length > page.limit || stored.next ? rows.at(-1) : undefined
  const show = await showingPlaces(showing, rows.map(holderPlace))
  return {
    items: rows.flatMap((row) => show(holderPlace(row), nodeOf(row)) ?? []),
    count: stored.count + fresh.length,
    next: last && [last.space_id, last.holder, last.position],
  }
}

async function demand(db: Db, root: string, { kind, id }: Pick<Destination, 'kind' | 'id'>): Promise<void> {
  const tree = openTree(root)
  const found = await readContent<unknown>(db, kind === 'page' ? findPage(tree, id) : findRecord(tree, 'file', id))
  if (!found) throw problem('notFound')
}

const holderPlace = ({ space_id, holder }: LinkRow) => ({ spaceId: space_id, ...parseHolder(holder) })

const nodeOf = ({ block }: LinkRow): Location['internalLocation'] =>
  block === null ? undefined : { type: 'node', node: block }

// In the order of bytes, as the database has it.
const placeKey = (parts: string[]): string => Buffer.from(parts.join('\0')).toString('latin1')

const keyOf = ({ space_id, holder, position }: LinkRow) => placeKey([space_id, holder, position])

const byPlace = (one: LinkRow, other: LinkRow) => (keyOf(one) < keyOf(other) ? -1 : 1)
