// What the developers of an integration can look up afterwards: which events it was given, how each of them went, and
// what was logged.
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { RuntimeFailure } from '../../runtime/failures.ts'
import type { LogLine, Trace } from '../../runtime/trace.ts'
import type { Afterwards } from '../../server/afterwards.ts'
import { type Delivered, type Dispatching, dispatch, type RuntimeEvent } from './dispatching.ts'
import type { Place } from './place.ts'

export interface Asking extends Dispatching {
  afterwards: Afterwards
}

/** Events that come with every page somebody looks at: worth noting when there is something to say. */
const FREQUENT = new Set(['ui_render', 'fetch_published_script'])

/** What the public runtime logs with every event by itself, whatever the integration does. */
const isRoutine = ({ level, message }: LogLine): boolean =>
  (level === 'info' || level === 'debug') && message.startsWith('[integrations]')

const isWorthNoting = ({ type }: RuntimeEvent, error: string | undefined, logs: readonly LogLine[]): boolean =>
  !FREQUENT.has(type) || error !== undefined || !logs.every(isRoutine)

interface Asked {
  body?: Uint8Array<ArrayBuffer> | undefined
  /** What is wrong with an answer, for whoever wrote the integration. */
  faultIn?: (answer: Delivered['answer']) => string | undefined
}

/** Hands over an event whose answer somebody waits for; it is noted when it is over. Fails with an API error. */
export async function ask(
  tools: Asking,
  integration: Row<'integrations'>,
  place: Place,
  event: RuntimeEvent,
  { body, faultIn = ({ status }) => errorIn(status) }: Asked = {},
): Promise<Delivered['answer']> {
  const note = (error: string | undefined, trace: Promise<Trace>) =>
    tools.afterwards.begin(async (database) => {
      const { logs } = await trace
      if (!isWorthNoting(event, error, logs)) return
      await database.write((db) => insertNote(db, tools.vault, integration, { event, error, logs }))
    })
  try {
    const { answer, trace } = await dispatch(tools, integration, place, event, body)
    note(faultIn(answer), trace)
    return answer
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error
    note(error.message, Promise.resolve({ logs: [] }))
    throw problem(error.kind === 'busy' || error.kind === 'stopped' ? 'integrationBusy' : 'integrationFailed')
  }
}

export const errorIn = (status: number): string | undefined =>
  status >= 500 ? `The integration answered with status ${status}.` : undefined

interface Noted {
  event: RuntimeEvent
  error: string | undefined
  logs: Trace['logs']
}

export async function insertNote(db: Db, vault: Vault, integration: Row<'integrations'>, noted: Noted): Promise<void> {
  const { event, error, logs } = noted
  // It may have been unpublished meanwhile.
  const there = await db.selectFrom('integrations').select('id').where('id', '=', integration.id).executeTakeFirst()
  if (!there) return
  await db
    .insertInto('integration_events')
    .values({
      id: event.eventId,
      integration_id: integration.id,
      installation_id: event.installationId ?? null,
      type: event.type,
      payload: vault.seal(JSON.stringify(event)),
      status: error === undefined ? 'success' : 'failed',
      attempts: 1,
      trace: traceOf({ logs }),
      error: error ?? null,
      created_at: now(),
      ended_at: now(),
    })
    .execute()
}

/** As it is stored. */
export const traceOf = ({ logs }: Trace): string =>
  JSON.stringify(logs.map((line) => ({ ...line, timestamp: new Date(line.timestamp).toISOString() })))
