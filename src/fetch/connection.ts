// Sends one request. The name is resolved once, and the connection uses the checked addresses, which prevents DNS
// rebinding.
import { lookup as lookupName } from 'node:dns/promises'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type AllowList, mayConnect, normalizeHost } from './addresses.ts'
import { FetchFailure, toFailure } from './failures.ts'

export interface Address {
  address: string
  family: number
}

export type Resolve = (host: string) => Promise<Address[]>

export const resolveName: Resolve = (host) => lookupName(host, { all: true })

export interface ConnectOptions {
  allowed: AllowList
  resolve: Resolve
}

/** A body that does not fit into memory is a function that creates its stream for each request. */
export type OutgoingBody = string | Uint8Array | (() => AsyncIterable<Uint8Array>)

export interface SingleRequest {
  url: URL
  method: string
  headers: Record<string, string>
  body: OutgoingBody | undefined
  signal: AbortSignal
}

/** Sends a request and resolves when the response headers arrive. */
export async function request(connecting: ConnectOptions, hop: SingleRequest): Promise<IncomingMessage> {
  try {
    const addresses = await orAbort(findAddresses(connecting, hop.url), hop.signal)
    return await send(hop, addresses)
  } catch (error) {
    throw toFailure(hop.signal.aborted ? hop.signal.reason : error, hop.url)
  }
}

async function findAddresses({ allowed, resolve }: ConnectOptions, url: URL): Promise<Address[]> {
  const host = normalizeHost(url.hostname)
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await resolve(host)
  if (found.length === 0) throw new FetchFailure('dns', url)
  const open = found.filter(({ address }) => mayConnect(allowed, host, address))
  if (open.length === 0) throw new FetchFailure('refusedAddress', url)
  return open
}

/** Rejects on abort. A lookup cannot be cancelled, so it is abandoned. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function send({ url, method, headers, body, signal }: SingleRequest, addresses: Address[]): Promise<IncomingMessage> {
  const options: RequestOptions = { method, headers, signal, lookup: fixedLookup(addresses), agent: false }
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = request(withoutCredentials(url), options)
    outgoing.on('response', (response) => {
      // Readers get the error from the stream; without this listener, an unread response could end the process.
      response.on('error', () => undefined)
      resolve(response)
    })
    outgoing.on('error', reject)
    if (typeof body === 'function') pipeline(body(), outgoing).catch(reject)
    else outgoing.end(body)
  })
}

function fixedLookup(addresses: Address[]): LookupFunction {
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
