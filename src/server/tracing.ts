// Traces in the format of OpenTelemetry (OTLP over HTTP, as JSON): one span for each request, sent in batches. It is
// loaded only where an endpoint is set. Spans that cannot be sent are dropped and counted, never waited for.
import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { AnyCaller } from '../access/caller.ts'
import { VERSION } from '../lib/version.ts'

const MAX_WAITING = 2000
const BATCH = 500
const INTERVAL = 2000
const TIMEOUT = 10_000
const KIND_SERVER = 2
const STATUS_ERROR = 2
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

export interface TracingOptions {
  /** The collector, such as `http://localhost:4318`. */
  endpoint: string
  headers: Record<string, string>
  service: string
}

/** A request, as far as it is recorded. */
interface AnsweredRequest {
  id: string
  method: string
  url: string
  headers: IncomingHttpHeaders
  caller?: AnyCaller | undefined
  /** The time of arrival, from `performance.now()`. */
  startedAt: number
}

export interface Tracing {
  record(request: AnsweredRequest, status: number, operationId: string | undefined, milliseconds: number): void
  /** Sends what waits. */
  stop(): Promise<void>
}

export function createTracing({ endpoint, headers, service }: TracingOptions, logger: Logger): Tracing {
  const waiting: object[] = []
  let dropped = 0
  let sending: Promise<unknown> | undefined
  const resource = {
    attributes: attributes({ 'service.name': service, 'service.version': VERSION, 'service.instance.id': instance() }),
  }
  /** True if there was something to send, and it was taken. */
  const send = async (): Promise<boolean> => {
    const spans = waiting.splice(0, BATCH)
    if (spans.length === 0) return false
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'lectern' }, spans }] }] })
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(TIMEOUT),
      })
      if (!response.ok) throw new Error(`The collector answered ${response.status}.`)
      return true
    } catch (error) {
      logger.warn({ err: error, spans: spans.length, dropped }, 'traces could not be sent')
      return false
    }
  }
  const flush = () => {
    sending ??= send().finally(() => {
      sending = undefined
    })
    return sending
  }
  const timer = setInterval(() => void flush(), INTERVAL).unref()
  return {
    record(request, status, operationId, milliseconds) {
      if (waiting.length >= MAX_WAITING) return void dropped++
      waiting.push(toSpan(request, status, operationId, milliseconds))
      if (waiting.length >= BATCH) void flush()
    },
    async stop() {
      clearInterval(timer)
      await sending
      while (await send());
    },
  }
}

const instance = () => randomBytes(8).toString('hex')

function toSpan(request: AnsweredRequest, status: number, operationId: string | undefined, milliseconds: number) {
  const end = Date.now()
  const parent = PARENT.exec(String(request.headers.traceparent ?? ''))
  const path = request.url.split('?')[0]!
  return {
    traceId: parent?.[1] ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parent && { parentSpanId: parent[2] }),
    name: operationId ?? request.method,
    kind: KIND_SERVER,
    startTimeUnixNano: nanoseconds(end - milliseconds),
    endTimeUnixNano: nanoseconds(end),
    attributes: attributes({
      'http.request.method': request.method,
      'url.path': path,
      'http.response.status_code': status,
      'lectern.request_id': request.id,
      'lectern.operation_id': operationId,
      'user.id': request.caller?.user?.id,
    }),
    status: status >= 500 ? { code: STATUS_ERROR } : {},
  }
}

const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`

const attributes = (values: Record<string, string | number | undefined>) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    }))
