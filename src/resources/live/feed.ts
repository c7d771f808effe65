// Reads the log of changes for somebody who watches spaces, from a place in it. The spaces may belong to several
// organizations, each with a log of its own: a place names the sequence in each.
import { lastSequences, readEvents, type SequencedEvent } from '../../db/event-feed.ts'
import type { Db } from '../../db/tables.ts'
import type { LiveEventJson } from './schemas.ts'

/** The sequence in the log of each organization. */
type Place = Map<string, number>

const MAX_EVENTS = 200

/** Events about what readers of a space see; others are for admins. */
const SHOWN = /^(space\.(content|git)\.|space\.(updated|deleted|restored|moved)$|change-request\.|comment|import-run\.)/

export interface Found {
  next: string
  more: boolean
  events: LiveEventJson[]
}

export async function readChanges(
  db: Db,
  spaces: readonly { id: string; organization_id: string }[],
  after: string | undefined,
): Promise<Found> {
  const organizations = [...new Set(spaces.map(({ organization_id }) => organization_id))].sort()
  const place = await startOf(db, organizations, after)
  const events: LiveEventJson[] = []
  const ids = new Set(spaces.map(({ id }) => id))
  let more = false
  for (const organizationId of organizations) {
    const found = await readEvents(db, { organizationId, after: place.get(organizationId)!, limit: MAX_EVENTS })
    more ||= found.length === MAX_EVENTS
    for (const event of found) {
      place.set(organizationId, event.sequence)
      if (event.space_id !== null && ids.has(event.space_id) && SHOWN.test(event.action))
        events.push(toLiveEvent(event, format(place)))
    }
  }
  return { next: format(place), more, events }
}

const format = (place: Place): string => [...place].map(([id, sequence]) => `${id}:${sequence}`).join()

// Where a log is not named, it begins now.
async function startOf(db: Db, organizations: readonly string[], after: string | undefined): Promise<Place> {
  const named = new Map((after ?? '').split(',').map((part) => part.split(':') as [string, string]))
  const missing = organizations.filter((id) => !named.has(id))
  const last = await lastSequences(db, missing)
  return new Map(organizations.map((id) => [id, named.has(id) ? Number(named.get(id)) : (last.get(id) ?? 0)]))
}

function toLiveEvent(event: SequencedEvent, id: string): LiveEventJson {
  const { revision, changeRequest } = JSON.parse(event.data) as { revision?: string; changeRequest?: string }
  const request = event.target_kind === 'change-request' ? event.target_id : changeRequest
  return {
    id,
    type: event.action,
    space: event.space_id!,
    target: { type: event.target_kind, id: event.target_id },
    ...(request !== undefined && { changeRequest: request }),
    ...(revision !== undefined && { revision }),
    ...(event.actor_id !== null && { actor: event.actor_id }),
    at: event.created_at,
  }
}
