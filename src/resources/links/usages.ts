// Lists the distinct targets of content with their status: counted, filtered and paged.
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { type LinkRow, urlOfTarget } from '../../domain/indexes/index.ts'
import { invalid } from '../../errors.ts'
import type { Urls } from '../../server/urls.ts'
import { NO_OVERLAY, type Overlay } from './overlay.ts'
import { findExisting, findReferred, listOfHolder, listReferred } from './queries.ts'

export type Status = 'ok' | 'broken' | 'in-app'

export interface Usage {
  target: string
  status: Status
  /** Broken by the change request: main content has no broken reference to the target. */
  isNew: boolean
}

export interface UsageScope {
  db: Db
  urls: Urls
  organizationId: string
  spaceId: string
  /** Only the references of this holder, in its order. */
  holder?: string | undefined
  overlay: Overlay
}

export interface Filter {
  status?: Status | undefined
  brokenContext?: 'change-request' | 'space' | undefined
}

export interface Usages {
  usages: Usage[]
  count: number
  next: string[] | undefined
  stats: { total: number; broken: { total: number; changeRequest: number } }
}

export async function takeUsages(scope: UsageScope, filter: Filter, { limit, after }: Page): Promise<Usages> {
  if (after && after.length !== 1) throw invalid({ path: 'page', message: 'is not a page of this list' })
  const all = await listUsages(scope)
  const broken = all.filter(({ status }) => status === 'broken')
  const matching = all.filter((usage) => matches(usage, filter))
  const rest = after ? matching.filter(({ key }) => key > after[0]!) : matching
  const usages = rest.slice(0, limit)
  return {
    usages,
    count: matching.length,
    next: limit > 0 && rest.length > limit ? [usages.at(-1)!.key] : undefined,
    stats: {
      total: all.length,
      broken: { total: broken.length, changeRequest: broken.filter(({ isNew }) => isNew).length },
    },
  }
}

function matches({ status, isNew }: Usage, filter: Filter): boolean {
  if (filter.status !== undefined && status !== filter.status) return false
  return (
    filter.brokenContext === undefined || (status === 'broken' && isNew === (filter.brokenContext === 'change-request'))
  )
}

interface Referred {
  /** The sort key. */
  key: string
  /** Whether the target exists in main content, if already known. */
  found?: boolean
}

async function listUsages(scope: UsageScope): Promise<(Usage & { key: string })[]> {
  const { db, overlay, spaceId, urls } = scope
  const referred = scope.holder === undefined ? await listOfSpace(scope) : await listOfPage(scope, scope.holder)
  const inMain = await findInMain(scope, referred)
  const isThere = (target: string) =>
    target.startsWith('url/') ? !isRelative(target) : (overlay.exists(target) ?? inMain.has(target))
  const links = [...referred].filter(([target]) => !isTag(target) || isThere(target))
  const missing = links.flatMap(([target]) => (isThere(target) ? [] : [target]))
  const broken = new Set(missing)
  const known = overlay === NO_OVERLAY ? broken : await findReferred(db, spaceId, missing)
  const usages = links.map(([target, { key }]) => ({
    target,
    key,
    status: broken.has(target) ? ('broken' as const) : isInApp(target, urls) ? ('in-app' as const) : ('ok' as const),
    isNew: broken.has(target) && (!known.has(target) || inMain.has(target)),
  }))
  return usages.sort((one, other) => (one.key < other.key ? -1 : 1))
}

async function listOfSpace({ db, spaceId, overlay }: UsageScope): Promise<Map<string, Referred>> {
  const stored = await listReferred(db, { spaceId, hidden: overlay.hidden })
  const referred = new Map(stored.map(({ target, found }): [string, Referred] => [target, { key: target, found }]))
  for (const { target } of overlay.rows) if (!referred.has(target)) referred.set(target, { key: target })
  return referred
}

async function listOfPage({ db, spaceId, overlay }: UsageScope, holder: string): Promise<Map<string, Referred>> {
  const isStored = !overlay.hidden.includes(holder)
  const rows = isStored ? await listOfHolder(db, spaceId, holder) : []
  const referred = new Map<string, Referred>()
  for (const { target, position } of [...rows, ...rowsOf(overlay, holder)])
    if (!referred.has(target)) referred.set(target, { key: `${position} ${target}` })
  return referred
}

/** The targets that exist in main content. The list covers the space's own targets; all others are looked up. */
async function findInMain(
  { db, organizationId, spaceId }: UsageScope,
  referred: Map<string, Referred>,
): Promise<Set<string>> {
  const inMain = new Set<string>()
  const unknown: string[] = []
  const isOwn = new RegExp(`^(page|anchor|file|reusable-content|tag)/${spaceId}/`)
  for (const [target, { found }] of referred) {
    if (target.startsWith('url/')) continue
    if (found === undefined || !isOwn.test(target)) unknown.push(target)
    else if (found) inMain.add(target)
  }
  return new Set([...inMain, ...(await findExisting(db, organizationId, unknown))])
}

/** A tag that the space says nothing about is a name, which is shown as it is. */
const isTag = (target: string): boolean => target.startsWith('tag/')

export const rowsOf = ({ rows }: Overlay, holder: string | undefined): LinkRow[] =>
  rows.filter((row) => holder === undefined || row.holder === holder)

/**
 * A URL without a host names a file of the repository that was not found: existing ones are referred to by id. A URL
 * that starts with a slash may instead be a path of the site, unless it has a file extension.
 */
function isRelative(target: string): boolean {
  const url = urlOfTarget(target) ?? ''
  if (/^([a-z][a-z0-9+.-]*:|\/\/|[#?]|$)/i.test(url)) return false
  return !url.startsWith('/') || /\.\w{1,10}([?#]|$)/.test(url)
}

/** True for a URL of the web app, which readers of published content cannot open. */
function isInApp(target: string, urls: Urls): boolean {
  const url = urlOfTarget(target)
  const app = urls.app('')
  return url?.startsWith(app) === true && /^([/?#]|$)/.test(url.slice(app.length))
}
