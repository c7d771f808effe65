// The trace of a call: its log lines and its outcome.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { findJson } from '../lib/json.ts'

export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  /** Milliseconds since 1970. */
  timestamp: number
}

export interface Trace {
  logs: LogLine[]
}

const LINES = 200
const LENGTH = 4000
const MAX_BYTES = 4 * 1024 * 1024

interface Traced {
  call?: string
  outcome: string
  logs: { level: string; message: unknown; timestamp: number }[]
  exceptions: { name: string; message: string; stack?: string; timestamp: number }[]
}

/** Passes on each trace with the id of its call. */
export function listenForTraces(onTrace: (call: string, trace: Trace) => void): Server {
  return createServer((request, response) => {
    readJson(request)
      .then((items) => {
        for (const item of items) if (item.call) onTrace(item.call, toTrace(item))
      })
      .catch(() => undefined)
      .finally(() => response.end())
  })
}

async function readJson(request: IncomingMessage): Promise<Traced[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('The trace is too large.')
    chunks.push(chunk)
  }
  const items = findJson(Buffer.concat(chunks).toString('utf8'))
  if (!Array.isArray(items)) throw new Error('The trace is not a list.')
  return items
}

function toTrace({ logs, exceptions }: Traced): Trace {
  const lines = [
    ...logs.map(({ level, message, timestamp }) => ({ level: levelOf(level), message: textOf(message), timestamp })),
    ...exceptions.map(({ name, message, stack, timestamp }) => ({
      level: 'error' as const,
      message: cut(`${name}: ${message}${stack ? `\n${stack}` : ''}`),
      timestamp,
    })),
  ]
  return { logs: lines.sort((a, b) => a.timestamp - b.timestamp).slice(-LINES) }
}

const LEVELS: Record<string, LogLine['level']> = {
  debug: 'debug',
  info: 'info',
  log: 'info',
  warn: 'warn',
  error: 'error',
}

const levelOf = (level: string): LogLine['level'] => LEVELS[level] ?? 'info'

/** Formats the arguments of a log call like a console. */
const textOf = (message: unknown): string => cut([message].flat().map(printed).join(' '))

const printed = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))

const cut = (text: string): string => (text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text)
