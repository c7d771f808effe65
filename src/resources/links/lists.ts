// Lists links and backlinks, for spaces and change requests alike.
import type { Caller } from '../../access/caller.ts'
import { loadOrganization } from '../../access/loading/objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { type LinkRow, pageHolder, parseHolder, specTarget } from '../../domain/indexes/index.ts'
import { loadSpec } from '../../domain/openapi-specs/index.ts'
import { viewerOf } from '../../domain/people/index.ts'
import { loadRevision, readContent } from '../../domain/revisions/index.ts'
import { groupBy } from '../../engine/group.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import type { ListOf } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { anchorOf, createTargetPresenter, itemOf } from './destinations.ts'
import { createLocationPresenter, type LocationContext } from './locations.ts'
import { loadOverlay, NO_OVERLAY, type Overlay } from './overlay.ts'
import { type Destination, isAbout, listReferring, takeReferring, takeReferringTo } from './queries.ts'
import type { Location } from './schemas.ts'
import { type Filter, rowsOf, takeUsages, type Usage } from './usages.ts'

/** Locations shown per link. Backlinks list all of them. */
const LOCATIONS = 25

/** The context of an operation on a space or a change request. */
export interface LinkContext {
  db: Db
  caller: Caller
  space: Objects['space']
  changeRequest?: Objects['changeRequest']
  urls: Urls
  files: Files
}

interface LinkView {
  showing: LocationContext
  overlay: Overlay
  root: string
}

export async function loadLinkView({ caller, ...context }: LinkContext): Promise<LinkView> {
  const { db, space, changeRequest } = context
  const organization = await loadOrganization(db, caller, space.organization_id)
  const showing = { ...context, organization, viewer: viewerOf(organization, caller) }
  const main = await loadRevision(db, space.revision_id)
  if (!changeRequest) return { showing, overlay: NO_OVERLAY, root: main.root }
  const { root } = await loadRevision(db, changeRequest.revision_id)
  return { showing, overlay: await loadOverlay(db, space.id, main.root, root), root }
}

/** The links of all content, or of one page. */
export async function listLinks(context: LinkContext, filter: Filter, page: Page, pageId?: string) {
  const { showing, overlay, root } = await loadLinkView(context)
  if (pageId !== undefined) await requireContent(context.db, root, { kind: 'page', id: pageId })
  const holder = pageId === undefined ? undefined : pageHolder(pageId)
  const { db, urls, space } = context
  const scope = { db, urls, organizationId: space.organization_id, spaceId: space.id, holder, overlay }
  const { usages, stats, count, next } = await takeUsages(scope, filter, page)
  const rows = await listRows(context, overlay, holder, usages)
  const { changeRequest, total } = stats.broken
  const broken = context.changeRequest ? { total, changeRequest } : { total }
  return { items: await showLinks(showing, usages, rows), count, next, stats: { total: stats.total, broken } }
}

async function listRows({ db, space }: LinkContext, overlay: Overlay, holder: string | undefined, usages: Usage[]) {
  const targets = usages.map(({ target }) => target)
  const scope = { spaceId: space.id, holder, hidden: overlay.hidden }
  const stored = targets.length > 0 ? await listReferring(db, scope, targets, LOCATIONS) : []
  return [...stored, ...rowsOf(overlay, holder)].sort(byOrder)
}

async function showLinks(showing: LocationContext, usages: readonly Usage[], rows: readonly LinkRow[]) {
  const byTarget = groupBy(rows, ({ target }) => target)
  const shown = usages.flatMap((usage) => {
    const rows = byTarget.get(usage.target)
    return rows ? [{ usage, rows: rows.slice(0, LOCATIONS) }] : []
  })
  const places = [
    ...usages.flatMap(({ target }) => itemOf(target) ?? []),
    ...shown.flatMap(({ rows }) => rows.map(holderItem)),
  ]
  const show = await createLocationPresenter(showing, places)
  const showOther = await createTargetPresenter(showing, usages)
  return shown.map(({ usage, rows }) => {
    const place = itemOf(usage.target)
    const { ref } = rows[0]!
    return {
      status: usage.status,
      relation: DEPENDED_ON.test(usage.target) ? ('dependsOn' as const) : ('reference' as const),
      targetReference: place ? show(place, anchorOf(ref)) : showOther(usage, ref),
      locationReferences: rows.flatMap((row) => show(holderItem(row), nodeOf(row)) ?? []),
    }
  })
}

/** Targets that are embedded in the content that refers to them. */
const DEPENDED_ON = /^(reusable-content|openapi)\//

/** The locations that refer to a page, a file or a reusable content. */
export async function listBacklinks(
  context: LinkContext,
  to: Pick<Destination, 'kind' | 'id'>,
  page: Page,
): Promise<ListOf<Location>> {
  const { showing, overlay, root } = await loadLinkView(context)
  await requireContent(context.db, root, to)
  const destination = { ...to, spaceId: context.space.id }
  const itself = to.kind === 'page' ? [pageHolder(to.id)] : []
  const hidden = [...overlay.hidden, ...itself]
  const stored = await takeReferring(context.db, showing.viewer, destination, { hidden, page })
  const fresh = overlay.rows.filter((row) => isAbout(row.target, destination) && !itself.includes(row.holder))
  const after = page.after && orderKey(page.after)
  const rest = [...stored.rows, ...fresh.filter((row) => !after || keyOf(row) > after)].sort(byOrder)
  const rows = rest.slice(0, page.limit)
  const last = rest.length > page.limit || stored.next ? rows.at(-1) : undefined
  const show = await createLocationPresenter(showing, rows.map(holderItem))
  return {
    items: rows.flatMap((row) => show(holderItem(row), nodeOf(row)) ?? []),
    count: stored.count + fresh.length,
    next: last && [last.space_id, last.holder, last.position],
  }
}

interface SpecContext extends Pick<LinkContext, 'db' | 'caller' | 'urls' | 'files'> {
  organization: Objects['organization']
}

/** The locations that refer to a specification. */
export async function listSpecBacklinks(
  { db, caller, organization, urls, files }: SpecContext,
  slug: string,
  page: Page,
): Promise<ListOf<Location>> {
  const spec = await loadSpec(db, organization.id, slug)
  const viewer = viewerOf(organization, caller)
  const { rows, count, next } = await takeReferringTo(db, viewer, specTarget(spec.slug), page)
  const show = await createLocationPresenter({ db, viewer, organization, urls, files }, rows.map(holderItem))
  return { items: rows.flatMap((row) => show(holderItem(row), nodeOf(row)) ?? []), count, next }
}

async function requireContent(db: Db, root: string, { kind, id }: Pick<Destination, 'kind' | 'id'>): Promise<void> {
  const tree = openTree(root)
  const found = await readContent<unknown>(
    db,
    kind === 'page' ? findPage(tree, id) : findRecord(tree, kind === 'file' ? kind : 'reusableContent', id),
  )
  if (!found) throw problem('notFound')
}

const holderItem = ({ space_id, holder }: LinkRow) => ({ spaceId: space_id, ...parseHolder(holder) })

const nodeOf = ({ block }: LinkRow): Location['internalLocation'] =>
  block === null ? undefined : { type: 'node', node: block }

// Orders by bytes, as the database does.
const orderKey = (parts: string[]): string => Buffer.from(parts.join('\0')).toString('latin1')

const keyOf = ({ space_id, holder, position }: LinkRow) => orderKey([space_id, holder, position])

const byOrder = (one: LinkRow, other: LinkRow) => (keyOf(one) < keyOf(other) ? -1 : 1)
