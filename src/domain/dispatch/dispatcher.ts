// Dispatches an event to an integration: to its script, or to the developer's tunnel in development mode.
import type { Row } from '../../db/tables.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import { now } from '../../lib/time.ts'
import { RuntimeFailure } from '../../runtime/failures.ts'
import type { Runtime, Script } from '../../runtime/runtime.ts'
import type { Trace } from '../../runtime/trace.ts'
import type { Answer } from '../../runtime/worker.ts'
import type { DispatchContext } from './context.ts'
import { type EnvironmentServices, environmentOf } from './environment.ts'

export interface DispatchServices extends EnvironmentServices {
  runtime: Runtime
  fetcher: Fetcher
}

export interface RuntimeEvent {
  eventId: string
  type: string
  installationId?: string | undefined
  spaceId?: string | undefined
  siteId?: string | undefined
  [more: string]: unknown
}

export interface DispatchResult {
  answer: Answer
  /** Resolves when all work started by the event has finished. */
  trace: Promise<Trace>
}

type Integration = Row<'integrations'>

/** Throws RuntimeFailure if there is no response. */
export async function dispatch(
  services: DispatchServices,
  integration: Integration,
  context: DispatchContext,
  event: RuntimeEvent,
  body?: Uint8Array<ArrayBuffer>,
): Promise<DispatchResult> {
  const environment = await environmentOf(services, integration, context)
  const message = await encode({ event, environment, body })
  const tunnel = await findTunnel(services, integration, context)
  if (tunnel !== undefined) return sendThrough(services.fetcher, tunnel, message)
  return services.runtime.call(scriptOf(services, integration), { id: event.eventId, ...message })
}

interface Message {
  contentType: string
  body: Buffer
}

async function encode(parts: { event: object; environment: object; body: Uint8Array<ArrayBuffer> | undefined }) {
  const form = new FormData()
  form.set('event', JSON.stringify(parts.event))
  form.set('environment', JSON.stringify(parts.environment))
  if (parts.body) form.set('fetch-body', new Blob([parts.body]))
  const encoded = new Response(form)
  return {
    contentType: encoded.headers.get('content-type')!,
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

/** Each version runs in its own process. */
const scriptOf = ({ files }: DispatchServices, { id, version, runtime, script_blob }: Integration): Script => ({
  key: `${id} ${version}`,
  async load() {
    const stored = await files.store.find(script_blob)
    if (!stored) throw new RuntimeFailure('start', 'its file is missing: publish the integration again.')
    const chunks: Uint8Array[] = []
    for await (const chunk of await stored.read()) chunks.push(chunk as Uint8Array)
    return { kind: runtime, source: Buffer.concat(chunks) }
  },
})

/** The tunnel of an integration in development mode. It receives events of the owner's organization, or of all. */
async function findTunnel({ db }: DispatchServices, integration: Integration, { installation }: DispatchContext) {
  const mode = await db
    .selectFrom('integration_dev_modes')
    .selectAll()
    .where('integration_id', '=', integration.id)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  const isOwn = !installation || installation.organization_id === integration.organization_id
  return mode && (isOwn || mode.all_organizations === 1) ? mode.tunnel_url : undefined
}

async function sendThrough(fetcher: Fetcher, tunnel: string, { contentType, body }: Message): Promise<DispatchResult> {
  const url = `${tunnel.replace(/\/+$/, '')}/v1`
  const headers = { 'content-type': contentType, 'content-length': String(body.length) }
  try {
    const fetched = await fetcher(url, { method: 'POST', headers, body, redirects: 0, anyStatus: true })
    // The fetcher has already decompressed the body.
    const { 'content-encoding': _, ...rest } = fetched.headers
    const answer = { status: fetched.status, headers: rest, body: await fetched.bytes() }
    return { answer, trace: Promise.resolve({ logs: [] }) }
  } catch (error) {
    throw new RuntimeFailure('tunnel', error instanceof Error ? error.message : undefined)
  }
}
