// The last lines of the log, in memory: those of the last hour, up to a number and a size. Secrets are masked before a
// line is kept.
import { HOUR, type Timestamp, timestampOf } from '../lib/time.ts'

const MAX_LINES = 5000
const MAX_CHARACTERS = 4 * 1024 * 1024
const MAX_LINE = 8 * 1024
const SHOWN_DETAILS = 2000
const SHOWN = 500

/** Tokens, what follows "Bearer", and what stands before the host in an address. */
const SECRET_FORMS = /\b(?:lct|lci)_[\w-]{8,}|\bBearer\s+[^\s"\\]+|(?<=:\/\/)[^\s/@"\\]+(?=@)/gi
const MASK = '***'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
const WEIGHTS = { debug: 0, info: 30, warn: 40, error: 50 } satisfies Record<LogLevel, number>

export interface LogEntry {
  /** Unique as long as the server runs. */
  id: string
  at: Timestamp
  level: LogLevel
  message: string
  /** Everything else that the line says, as JSON. */
  details: string
}

export interface LogRing {
  write(line: string): void
  /** Newest first. */
  read(filter: { level: LogLevel; search?: string | undefined }): LogEntry[]
}

interface Kept {
  number: number
  time: number
  line: string
}

/** Takes the lines of a log; `output` gets them as they are. `secrets` are never kept. */
export function createLogRing(secrets: readonly string[] = [], output?: { write(line: string): void }): LogRing {
  let kept: Kept[] = []
  let first = 0
  let size = 0
  let count = 0
  const drop = () => {
    size -= kept[first++]!.line.length
    if (first < MAX_LINES) return
    kept = kept.slice(first)
    first = 0
  }
  const dropOld = (now: number) => {
    while (first < kept.length && (isTooMany() || kept[first]!.time < now - HOUR)) drop()
  }
  const isTooMany = () => kept.length - first > MAX_LINES || size > MAX_CHARACTERS
  return {
    write(line) {
      output?.write(line)
      const now = Date.now()
      const masked = mask(line, secrets).slice(0, MAX_LINE)
      kept.push({ number: count++, time: now, line: masked })
      size += masked.length
      dropOld(now)
    },
    read({ level, search }) {
      dropOld(Date.now())
      const wanted = search?.toLowerCase()
      const found: LogEntry[] = []
      for (let at = kept.length - 1; at >= first && found.length < SHOWN; at--) {
        const one = kept[at]!
        if (wanted !== undefined && !one.line.toLowerCase().includes(wanted)) continue
        const entry = toEntry(one)
        if (WEIGHTS[entry.level] >= WEIGHTS[level]) found.push(entry)
      }
      return found
    },
  }
}

/** Without one of these, nothing in a line has the form of a secret: looking for them first is quick. */
const SIGNS = ['_', 'earer', '://']

function mask(line: string, secrets: readonly string[]): string {
  let masked = SIGNS.some((sign) => line.includes(sign)) ? line.replace(SECRET_FORMS, MASK) : line
  for (const secret of secrets) if (masked.includes(secret)) masked = masked.replaceAll(secret, MASK)
  return masked
}

function toEntry({ number, line, time }: Kept): LogEntry {
  const { level, msg, time: _time, pid: _pid, hostname: _hostname, ...rest } = parse(line)
  return {
    id: String(number),
    at: timestampOf(time),
    level: levelOf(Number(level ?? 30)),
    message: String(msg ?? requestOf(rest) ?? line).slice(0, SHOWN_DETAILS),
    details: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest).slice(0, SHOWN_DETAILS),
  }
}

/** Lines about requests have no message. */
const requestOf = ({ method, path, status, ms }: Record<string, unknown>): string | undefined =>
  method && path && status ? `${method} ${path} ${status}, ${Math.round(Number(ms))} ms` : undefined

// A line that was too long to be kept whole is no JSON any more.
function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return { msg: line.trim() }
  }
}

const levelOf = (weight: number): LogLevel =>
  weight >= WEIGHTS.error ? 'error' : weight >= WEIGHTS.warn ? 'warn' : weight >= WEIGHTS.info ? 'info' : 'debug'
