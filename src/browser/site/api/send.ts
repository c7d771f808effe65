// Sends a request: straight from this browser where the API allows that, or else through the site.
import type { Operation, Wanted } from './fields.ts'

export interface Answer {
  status: number
  headers: [string, string][]
  size: number
  text?: string
  isDirect: boolean
}

/** More of a response is not read. */
const MAX_BYTES = 2 * 1024 * 1024

export async function send(operation: Operation, wanted: Wanted, href: string): Promise<Answer> {
  const { sending } = operation
  if (sending === 'proxy' || (sending === 'auto' && !canSend(operation, wanted)))
    return sendThroughSite(operation, wanted, href)
  try {
    return await sendDirectly(operation, wanted)
  } catch (error) {
    // Browsers do not tell whether an API is away or does not allow it. What has effects was not sent then: the browser
    // asks the API for permission first, or else it was not sent directly at all.
    if (sending === 'direct') throw error
    return sendThroughSite(operation, wanted, href)
  }
}

const isSimpleType = (type: string): boolean =>
  /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)

/** False if the browser would refuse it, or would send something with effects before it knows whether it may. */
function canSend({ method }: Operation, { address, headers }: Wanted): boolean {
  const isMixed = location.protocol === 'https:' && address?.protocol === 'http:'
  if (isMixed || headers.some(([name]) => name === 'Cookie')) return false
  const isSafe = method === 'get' || method === 'head'
  const isAsked =
    !['get', 'head', 'post'].includes(method) ||
    headers.some(([name, value]) => name !== 'Content-Type' || !isSimpleType(value))
  return isSafe || isAsked
}

async function sendDirectly({ method }: Operation, { address, target, headers, body }: Wanted): Promise<Answer> {
  const url = address!.href.replace(/\/+$/, '') + target
  const response = await fetch(url, {
    method: method.toUpperCase(),
    headers: headers.filter(([name]) => name !== 'Cookie'),
    ...(body !== undefined && method !== 'get' && method !== 'head' && { body }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  })
  const bytes = await readBytes(response)
  const text = textOf(bytes)
  return {
    status: response.status,
    headers: [...response.headers],
    size: bytes.length,
    ...(text !== undefined && { text }),
    isDirect: true,
  }
}

async function readBytes(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  while (reader && size < MAX_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    size += value.length
  }
  void reader?.cancel()
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** What the site answers when it did not get a response. */
export class Refused extends Error {}

async function sendThroughSite({ spec, method, path }: Operation, wanted: Wanted, href: string): Promise<Answer> {
  const { server, variables, target, headers, body } = wanted
  const response = await fetch(href, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ spec, method, path, server, variables, target, headers, body }),
  })
  const answer = (await response.json()) as Omit<Answer, 'isDirect'> & { error?: { message?: string } }
  if (!response.ok) throw new Refused(answer.error?.message)
  return { ...answer, isDirect: false }
}
