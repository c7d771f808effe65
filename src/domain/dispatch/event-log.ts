// The event log that integration developers can inspect: dispatched events, their outcome and their log lines.
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { RuntimeFailure } from '../../runtime/failures.ts'
import type { LogLine, Trace } from '../../runtime/trace.ts'
import type { PostResponseWork } from '../../server/post-response.ts'
import type { DispatchContext } from './context.ts'
import { type DispatchResult, type DispatchServices, dispatch, type RuntimeEvent } from './dispatcher.ts'

export interface LoggedDispatchServices extends DispatchServices {
  postResponse: PostResponseWork
}

/** Events of every page view, logged only if they failed or logged something. */
const FREQUENT = new Set(['ui_render', 'fetch_published_script', 'site_view', 'space_view'])

/** Lines that the public runtime logs for every event. */
const isRoutine = ({ level, message }: LogLine): boolean =>
  (level === 'info' || level === 'debug') && message.startsWith('[integrations]')

const isWorthLogging = ({ type }: RuntimeEvent, error: string | undefined, logs: readonly LogLine[]): boolean =>
  !FREQUENT.has(type) || error !== undefined || !logs.every(isRoutine)

interface LoggedDispatchOptions {
  body?: Uint8Array<ArrayBuffer> | undefined
  /** Describes what is wrong with a response, for the developer. */
  faultIn?: (answer: DispatchResult['answer']) => string | undefined
}

/** Dispatches an event whose response is awaited, and logs it afterwards. Throws an ApiError on failure. */
export async function dispatchLogged(
  services: LoggedDispatchServices,
  integration: Row<'integrations'>,
  context: DispatchContext,
  event: RuntimeEvent,
  { body, faultIn = ({ status }) => serverErrorOf(status) }: LoggedDispatchOptions = {},
): Promise<DispatchResult['answer']> {
  const note = (error: string | undefined, trace: Promise<Trace>) =>
    services.postResponse.start(async (database) => {
      const { logs } = await trace
      if (!isWorthLogging(event, error, logs)) return
      await database.write((db) => insertLogEntry(db, services.vault, integration, { event, error, logs }))
    })
  try {
    const { answer, trace } = await dispatch(services, integration, context, event, body)
    note(faultIn(answer), trace)
    return answer
  } catch (error) {
    if (!(error instanceof RuntimeFailure)) throw error
    note(error.message, Promise.resolve({ logs: [] }))
    throw problem(error.kind === 'busy' || error.kind === 'stopped' ? 'integrationBusy' : 'integrationFailed')
  }
}

export const serverErrorOf = (status: number): string | undefined =>
  status >= 500 ? `The integration answered with status ${status}.` : undefined

interface LogEntry {
  event: RuntimeEvent
  error: string | undefined
  logs: Trace['logs']
}

export async function insertLogEntry(
  db: Db,
  vault: Vault,
  integration: Row<'integrations'>,
  entry: LogEntry,
): Promise<void> {
  const { event, error, logs } = entry
  // The integration may have been unpublished meanwhile.
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
      trace: serializeTrace({ logs }),
      error: error ?? null,
      created_at: now(),
      ended_at: now(),
    })
    .execute()
}

/** Log lines in stored form. */
export const serializeTrace = ({ logs }: Trace): string =>
  JSON.stringify(logs.map((line) => ({ ...line, timestamp: new Date(line.timestamp).toISOString() })))
