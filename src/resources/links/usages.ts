// What content refers to, each target once, with its state: found, counted, filtered and paged.
import type { Page } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Urls } from '../../server/urls.ts'
import type { LinkRow } from './found-links.ts'
import type { Overlay } from './overlay.ts'
import { findExisting, findReferred, listReferred, type Referred } from './queries.ts'

export type Status = 'ok' | 'broken' | 'in-app'

export interface Usage {
  target: string
  /** The reference as JSON. */
  ref: string
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

async function listUsages(asked: Asked): Promise<(Usage & { key: string })[]> {
  const { db, overlay, spaceId, organizationId } = asked
  const referred = await listTargets(asked)
  const targets = [...referred.keys()].filter((target) => !target.startsWith('url/'))
  const existing = await findExisting(db, organizationId, targets)
  const missing = targets.filter((target) => !(overlay.exists(target) ?? existing.has(target)))
  const known = await findReferred(db, spaceId, missing)
  const broken = new Set(missing)
  const statusOf = (target: string, ref: string): Status => {
    if (target.startsWith('url/')) return isInApp(ref, asked.urls) ? 'in-app' : 'ok'
    return broken.has(target) ? 'broken' : 'ok'
  }
  const usages = [...referred.values()].map(({ target, position, ref }) => {
    const status = statusOf(target, ref)
    const key = asked.holder === undefined ? target : `${position} ${target}`
    return { target, ref, status, isNew: broken.has(target) && (!known.has(target) || existing.has(target)), key }
  })
  return usages.sort((one, other) => (one.key < other.key ? -1 : 1))
}

async function listTargets({ db, spaceId, holder, overlay }: Asked): Promise<Map<string, Referred>> {
  const isHidden = holder !== undefined && overlay.hidden.includes(holder)
  const stored = isHidden ? [] : await listReferred(db, { spaceId, holder, hidden: overlay.hidden })
  const referred = new Map(stored.map((row) => [row.target, row]))
  for (const row of rowsOf(overlay, holder)) {
    const known = referred.get(row.target)
    if (!known || (known.position > row.position && holder !== undefined)) referred.set(row.target, row)
  }
  return referred
}

export const rowsOf = ({ rows }: Overlay, holder: string | undefined): LinkRow[] =>
  rows.filter((row) => holder === undefined || row.holder === holder)

/** A URL that leads into the app, where readers of published content are not. */
function isInApp(ref: string, urls: Urls): boolean {
  const { url } = JSON.parse(ref) as { url: string }
  const app = urls.app('')
  return url.startsWith(app) && /^([/?#]|$)/.test(url.slice(app.length))
}
