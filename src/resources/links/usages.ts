// What content refers to, each target once, with its state: found, counted, filtered and paged.
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Urls } from '../../server/urls.ts'
import type { LinkRow } from './found-links.ts'
import { NO_OVERLAY, type Overlay } from './overlay.ts'
import { findExisting, findReferred, listOfHolder, listReferred } from './queries.ts'
import { urlOfTarget } from './targets.ts'

export type Status = 'ok' | 'broken' | 'in-app'

export interface Usage {
  target: string
  status: Status
  /** Broken by the change request: main content has no broken reference to it. */
  isNew: boolean
}

export interface Asked {
  db: Db
  urls: Urls
  organizationId: string
  spaceId: string
  /** Only what this holder refers to, in its own order. */
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

export async function takeUsages(asked: Asked, filter: Filter, { limit, after }: Page): Promise<Usages> {
  if (after && after.length !== 1) throw invalid({ path: 'page', message: 'is not a page of this list' })
  const all = await listUsages(asked)
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
  /** Where in the order it comes. */
  key: string
  /** Whether main content has it, where that is known already. */
  found?: boolean
}

async function listUsages(asked: Asked): Promise<(Usage & { key: string })[]> {
  const { db, overlay, spaceId, urls } = asked
  const referred = asked.holder === undefined ? await listOfSpace(asked) : await listOfPage(asked, asked.holder)
  const inMain = await findInMain(asked, referred)
  const missing = [...referred.keys()].filter(
    (target) => !target.startsWith('url/') && !(overlay.exists(target) ?? inMain.has(target)),
  )
  const broken = new Set(missing)
  const known = overlay === NO_OVERLAY ? broken : await findReferred(db, spaceId, missing)
  const usages = [...referred].map(([target, { key }]) => ({
    target,
    key,
    status: broken.has(target) ? ('broken' as const) : isInApp(target, urls) ? ('in-app' as const) : ('ok' as const),
    isNew: broken.has(target) && (!known.has(target) || inMain.has(target)),
  }))
  return usages.sort((one, other) => (one.key < other.key ? -1 : 1))
}

async function listOfSpace({ db, spaceId, overlay }: Asked): Promise<Map<string, Referred>> {
  const stored = await listReferred(db, { spaceId, hidden: overlay.hidden })
  const referred = new Map(stored.map(({ target, found }): [string, Referred] => [target, { key: target, found }]))
  for (const { target } of overlay.rows) if (!referred.has(target)) referred.set(target, { key: target })
  return referred
}

async function listOfPage({ db, spaceId, overlay }: Asked, holder: string): Promise<Map<string, Referred>> {
  const isStored = !overlay.hidden.includes(holder)
  const rows = isStored ? await listOfHolder(db, spaceId, holder) : []
  const referred = new Map<string, Referred>()
  for (const { target, position } of [...rows, ...rowsOf(overlay, holder)])
    if (!referred.has(target)) referred.set(target, { key: `${position} ${target}` })
  return referred
}

/** The targets that main content has. What is in the space itself is known from the list, all else is looked up. */
async function findInMain(
  { db, organizationId, spaceId }: Asked,
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

export const rowsOf = ({ rows }: Overlay, holder: string | undefined): LinkRow[] =>
  rows.filter((row) => holder === undefined || row.holder === holder)

/** A URL that leads into the app, where readers of published content are not. */
function isInApp(target: string, urls: Urls): boolean {
  const url = urlOfTarget(target)
  const app = urls.app('')
  return url?.startsWith(app) === true && /^([/?#]|$)/.test(url.slice(app.length))
}
