// Sends requests over HTTP, and writes a line for each reply.
import { createHash } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { type RawAnswer, type RawRequest, sendRaw } from '../../test/support/raw.ts'
import { type Known, maskWith, shapeOf } from './mask.ts'

export interface Recorder {
  /** Sends a request and writes what came back. */
  call(name: string, request: RawRequest, more?: { known?: Known; isShape?: boolean; url?: string }): Promise<RawAnswer>
}

/** `known`: what is named in all replies. */
export function recordTo(file: string, url: string, known: Known): Recorder {
  writeFileSync(file, '')
  const names = new Map<string, number>()
  const bodies = new Map<string, string>()
  const unique = (name: string): string => {
    const count = (names.get(name) ?? 0) + 1
    names.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  }
  /** A long body that another call of the same operation had before is told by the name of that call. */
  const once = (call: string, body: unknown): unknown => {
    const text = JSON.stringify(body) ?? ''
    if (text.length < LONG) return body
    const hash = createHash('sha256')
      .update(call.split(/[:,]/, 1)[0]! + text)
      .digest('hex')
    const first = bodies.get(hash)
    if (first) return `= ${first}`
    bodies.set(hash, call)
    return body
  }
  return {
    async call(name, request, more = {}) {
      const call = unique(name)
      const answer = await sendRaw(more.url ?? url, request)
      const mask = maskWith({ ...known, ...more.known })
      const body = more.isShape && answer.status < 400 ? shapeOf(bodyOf(answer)) : mask(bodyOf(answer))
      const line = { call, status: answer.status, headers: mask(headersOf(answer)), body: once(call, body) }
      appendFileSync(file, `${JSON.stringify(line)}\n`)
      return answer
    },
  }
}

const LONG = 2000

function bodyOf({ headers, text }: RawAnswer): unknown {
  const type = String(headers['content-type'] ?? '')
  if (/^(image|font|application\/(pdf|zip|octet-stream|wasm|gzip))/.test(type) && !type.includes('svg'))
    return '<bytes>'
  if (!type.includes('json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Headers of which only the presence matters. */
const PRESENT =
  /^(etag|x-request-id|x-ratelimit-.*|ratelimit.*|retry-after|set-cookie|last-modified|content-length|server-timing|traceparent)$/
/** Headers of the connection. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

function headersOf({ headers }: RawAnswer): Record<string, unknown> {
  const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, PRESENT.test(name) ? shownOf(name, value) : value]))
}

const shownOf = (name: string, value: unknown): unknown =>
  name === 'set-cookie' ? [value].flat().map((line) => String(line).replace(/=[^;]*/, '=<value>')) : '<present>'
