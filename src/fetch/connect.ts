// One request to one address. The name is looked up once, its addresses are checked, and those are what is connected to:
// a name that answers differently the next time it is asked gains nothing.
import { lookup as lookupName } from 'node:dns/promises'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Allowed, mayConnect, plainHost } from './addresses.ts'
import { FetchFailure, toFailure } from './failures.ts'

export interface Address {
  address: string
  family: number
}

export type Resolve = (host: string) => Promise<Address[]>

export const resolveName: Resolve = (host) => lookupName(host, { all: true })

export interface Connecting {
  allowed: Allowed
  resolve: Resolve
}

export interface Hop {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  signal: AbortSignal
}

/** Sends a request and answers as soon as the head of the answer is there. */
export async function request(connecting: Connecting, hop: Hop): Promise<IncomingMessage> {
  try {
    const addresses = await orAbort(findAddresses(connecting, hop.url), hop.signal)
    return await send(hop, addresses)
  } catch (error) {
    throw toFailure(hop.signal.aborted ? hop.signal.reason : error, hop.url)
  }
}

async function findAddresses({ allowed, resolve }: Connecting, url: URL): Promise<Address[]> {
  const host = plainHost(url.hostname)
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await resolve(host)
  if (found.length === 0) throw new FetchFailure('dns', url)
  const open = found.filter(({ address }) => mayConnect(allowed, host, address))
  if (open.length === 0) throw new FetchFailure('refusedAddress', url)
  return open
}

/** A lookup cannot be stopped, but need not be waited for. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function send({ url, method, headers, body, signal }: Hop, addresses: Address[]): Promise<IncomingMessage> {
  const options: RequestOptions = { method, headers, signal, lookup: always(addresses), agent: false }
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(withoutCredentials(url), options)
    outgoing.on('response', (response) => {
      // Whoever reads it hears of it; an answer that nobody reads may end as it likes.
      response.on('error', () => undefined)
      resolve(response)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function always(addresses: Address[]): LookupFunction {
  return (_host, { all }, done) =>
    all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family)
}

function withoutCredentials(url: URL): URL {
  const plain = new URL(url)
  plain.username = ''
  plain.password = ''
  plain.hash = ''
  return plain
}
