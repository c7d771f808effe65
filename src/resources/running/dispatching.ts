// Hands an event to an integration: to its script, or to the machine of its developer while that is what they want.
import type { Row } from '../../db/tables.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import { now } from '../../lib/time.ts'
import { RuntimeFailure } from '../../runtime/failures.ts'
import type { Runtime, Script } from '../../runtime/runtime.ts'
import type { Trace } from '../../runtime/trace.ts'
import type { Answer } from '../../runtime/worker.ts'
import { environmentOf, type Surroundings } from './environment.ts'
import type { Place } from './place.ts'

export interface Dispatching extends Surroundings {
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

export interface Delivered {
  answer: Answer
  /** What was logged, when everything that the event has begun is over. */
  trace: Promise<Trace>
}

type Integration = Row<'integrations'>

/** Every failure to get an answer is a RuntimeFailure. */
export async function dispatch(
  tools: Dispatching,
  integration: Integration,
  place: Place,
  event: RuntimeEvent,
  body?: Uint8Array<ArrayBuffer>,
): Promise<Delivered> {
  const environment = await environmentOf(tools, integration, place)
  const message = await encode({ event, environment, body })
  const tunnel = await findTunnel(tools, integration, place)
  if (tunnel !== undefined) return sendThrough(tools.fetcher, tunnel, message)
  return tools.runtime.call(scriptOf(tools, integration), { id: event.eventId, ...message })
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

/** Another version is another script: it gets a process of its own. */
const scriptOf = ({ files }: Dispatching, { id, version, runtime, script_blob }: Integration): Script => ({
  key: `${id} ${version}`,
  async load() {
    const stored = await files.store.find(script_blob)
    if (!stored) throw new RuntimeFailure('start', 'its file is missing: publish the integration again.')
    const chunks: Uint8Array[] = []
    for await (const chunk of await stored.read()) chunks.push(chunk as Uint8Array)
    return { kind: runtime, source: Buffer.concat(chunks) }
  },
})

/** Where events go in development mode: those of the owner's organization, or all of them. */
async function findTunnel({ db }: Dispatching, integration: Integration, { installation }: Place) {
  const mode = await db
    .selectFrom('integration_dev_modes')
    .selectAll()
    .where('integration_id', '=', integration.id)
    .where('expires_at', '>', now())
    .executeTakeFirst()
  const isOwn = !installation || installation.organization_id === integration.organization_id
  return mode && (isOwn || mode.all_organizations === 1) ? mode.tunnel_url : undefined
}

async function sendThrough(fetcher: Fetcher, tunnel: string, { contentType, body }: Message): Promise<Delivered> {
  const url = `${tunnel.replace(/\/+$/, '')}/v1`
  const headers = { 'content-type': contentType, 'content-length': String(body.length) }
  try {
    const fetched = await fetcher(url, { method: 'POST', headers, body, redirects: 0, anyStatus: true })
    // The fetcher has unpacked it.
    const { 'content-encoding': _, ...rest } = fetched.headers
    const answer = { status: fetched.status, headers: rest, body: await fetched.bytes() }
    return { answer, trace: Promise.resolve({ logs: [] }) }
  } catch (error) {
    throw new RuntimeFailure('tunnel', error instanceof Error ? error.message : undefined)
  }
}
