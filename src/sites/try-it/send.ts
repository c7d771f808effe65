// Sends a request to a server that the specification names, and to no other. Only what the reader typed into the form
// goes along: nothing of the request that brought it here.
import { addressOf, carried, type ShownOperation, targetOf } from '../../computed/reference/index.ts'
import { problem } from '../../errors.ts'
import { FetchFailure } from '../../fetch/failures.ts'
import type { Fetched, Fetcher } from '../../fetch/fetcher.ts'
import { SECOND } from '../../lib/time.ts'
import type { Asked } from './asked.ts'

export interface Limits {
  /** The bytes of a response. */
  size: number
  /** The milliseconds of an exchange. */
  time: number
}

export const LIMITS: Limits = { size: 2 * 1024 * 1024, time: 20 * SECOND }

/** What the form shows. */
export interface Answer {
  status: number
  headers: [string, string][]
  size: number
  /** Absent if it is no text. */
  text?: string
}

export async function sendAsked(
  fetcher: Fetcher,
  operation: ShownOperation,
  asked: Asked,
  { size, time }: Limits = LIMITS,
  signal?: AbortSignal,
): Promise<Answer> {
  const server = operation.servers[asked.server]
  const address = server && addressOf(server, asked.variables)
  const url = address && targetOf(address, operation.path, asked.target)
  if (!url || operation.sending === 'off' || operation.sending === 'direct') throw problem('apiNotNamed')
  try {
    const answer = await fetcher(url, {
      method: operation.method.toUpperCase(),
      headers: headersOf(operation, asked),
      ...(asked.body !== undefined && operation.body && { body: asked.body }),
      limit: size,
      timeout: time,
      // A redirect is an answer: it may lead to a server that nobody named.
      redirects: 0,
      anyStatus: true,
      signal,
    })
    return await read(answer)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    if (error.kind === 'timeout') throw problem('apiTimeout')
    throw problem(error.kind === 'tooLarge' ? 'apiTooLarge' : 'apiUnreachable')
  }
}

/** What belongs to the connection, or tells who asks. */
const FORBIDDEN =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|via|forwarded|user-agent|accept-encoding|(x-forwarded|proxy|sec)-.*)$/

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** The headers that the operation has, of those that were asked for. */
function headersOf({ parameters, security, body }: ShownOperation, { headers }: Asked): Record<string, string> {
  const secrets = security.flat().flatMap((scheme) => carried(scheme) ?? [])
  const places = [...parameters, ...secrets]
  const known = new Set([
    'accept',
    ...(body ? ['content-type'] : []),
    ...places.filter((each) => each.in === 'header').map(({ name }) => name.toLowerCase()),
    ...(places.some((each) => each.in === 'cookie') ? ['cookie'] : []),
  ])
  const sent = headers.map(([name, value]) => [name.toLowerCase(), value] as const)
  const isSent = ([name, value]: readonly [string, string]) =>
    known.has(name) && NAME.test(name) && !FORBIDDEN.test(name) && VALUE.test(value)
  return Object.fromEntries(sent.filter(isSent))
}

async function read(answer: Fetched): Promise<Answer> {
  const bytes = await answer.bytes()
  const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  )
  const text = textOf(bytes)
  return { status: answer.status, headers, size: bytes.length, ...(text !== undefined && { text }) }
}

function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
