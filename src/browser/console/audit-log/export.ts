// The events as a file that spreadsheets read.

import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { download } from '../download.ts'

const EVENTS = 'GET /orgs/:organizationId/audit-events'

export type Query = Omit<NonNullable<Input<typeof EVENTS>['query']>, 'page' | 'limit'>

/** A browser keeps the file in memory. */
export const MAX_EXPORTED = 100_000
const SIZE = 1000

const COLUMNS = ['occurredAt', 'action', 'actorType', 'actorId', 'actor', 'source', 'targetType', 'targetId', 'target']

/** Returns how many there are in the file. */
export async function downloadEvents(organizationId: string, query: Query): Promise<number> {
  const lines = [COLUMNS]
  let page: string | undefined
  do {
    const asked = { ...query, limit: SIZE, ...(page && { page }) }
    const { items, next } = await call(EVENTS, { organizationId, query: asked })
    for (const { occurredAt, action, actor, source, target } of items)
      lines.push([
        occurredAt,
        action,
        actor.type,
        actor.id,
        actor.label ?? '',
        source,
        target.type,
        target.id,
        target.label ?? '',
      ])
    page = next?.page
  } while (page && lines.length <= MAX_EXPORTED)
  const text = lines.map((line) => line.map(cell).join(',')).join('\r\n')
  const url = URL.createObjectURL(new Blob([`${text}\r\n`], { type: 'text/csv' }))
  download(url, 'audit-log.csv')
  setTimeout(() => URL.revokeObjectURL(url))
  return lines.length - 1
}

/** Spreadsheets run what begins like a formula, so such a text begins with an apostrophe. */
const cell = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
