// Gathers a specification: the file it begins with and those it refers to by relative paths, parsed and stored.
import { posix } from 'node:path'
import { FetchFailure } from '../fetch/failures.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { FileStore } from '../files/store.ts'
import { sha256 } from '../lib/hash.ts'
import { SECOND } from '../lib/time.ts'
import type { FileDigest } from './digest.ts'
import { demandOpenApi, ParseFailure } from './parse.ts'
import { createParser, type Parser } from './parser.ts'

const WITHIN = 10 * SECOND
const MAX_BYTES = 20 * 1024 * 1024
const MAX_FILES = 200

export type FailureCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'

/** Why there is no specification to be had; the message is for whoever gave the source. */
export class SpecFailure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** An entry of the `filesystem` as it is stored: the whole JSON of it. */
export interface StoredEntry {
  filename: string
  blob: string
}

export interface Collected {
  /** The same for the same files from the same place. */
  hash: string
  format: 'json' | 'yaml'
  /** The file it begins with comes first. */
  entries: StoredEntry[]
  /** The entry point, as the answer to whoever asks for its text, and as it came. */
  rawBlob: string
  sourceBlob: string
}

export type Source = { url: string } | { text: Buffer }

export async function collectSpec(
  { fetcher, store }: { fetcher: Fetcher; store: FileStore },
  source: Source,
): Promise<Collected> {
  const parser = createParser()
  try {
    return await gather({ fetcher, store, parser }, source)
  } finally {
    await parser.close()
  }
}

interface Tools {
  fetcher: Fetcher
  store: FileStore
  parser: Parser
}

interface Found {
  filename: string
  /** Absent: given as text, so what it refers to is nowhere. */
  url?: URL
}

async function gather(tools: Tools, source: Source): Promise<Collected> {
  const start = 'url' in source ? new URL(source.url) : undefined
  const queue: Found[] = [start ? { filename: nameOf(start), url: start } : { filename: '' }]
  const known = new Set(queue.map(({ filename }) => filename))
  const entries: StoredEntry[] = []
  const hashes: string[] = [start?.href ?? '']
  let first: Pick<Collected, 'format' | 'rawBlob' | 'sourceBlob'> | undefined
  let left = MAX_BYTES
  for (let found = queue.shift(); found; found = queue.shift()) {
    const { bytes, url } = await read(tools.fetcher, found, source, left)
    left -= bytes.length
    const digest = await parse(tools.parser, bytes, found, first === undefined)
    const filename = found.filename || `openapi.${digest.format}`
    const others = url ? referred(digest.references, { filename, url }) : []
    for (const other of others) if (!known.has(other.filename)) queue.push(other)
    for (const other of others) known.add(other.filename)
    if (known.size > MAX_FILES)
      throw new SpecFailure('FETCH_ERROR', `The specification refers to more than ${MAX_FILES} files: bundle them.`)
    const head = { dir: posix.dirname(filename), filename, isEntrypoint: first === undefined }
    const references = others.map((other) => other.filename)
    entries.push({ filename, blob: await storeEntry(tools.store, { ...head, references }, digest.json) })
    hashes.push(filename, digest.hash)
    first ??= { format: digest.format, ...(await storeEntryPoint(tools.store, digest.raw, bytes)) }
  }
  return { hash: sha256(hashes.join('\n')), entries, ...first! }
}

async function read(fetcher: Fetcher, { url }: Found, source: Source, limit: number) {
  if ('text' in source) return { bytes: source.text, url: undefined }
  try {
    const answer = await fetcher(url!, { within: WITHIN, limit })
    return { bytes: await answer.bytes(), url: answer.url }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    throw new SpecFailure(error.kind === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', error.message)
  }
}

async function parse(parser: Parser, bytes: Buffer, { filename }: Found, isEntry: boolean): Promise<FileDigest> {
  const digest = await parser.parse(bytes)
  if ('error' in digest) throw new SpecFailure('PARSE_ERROR', isEntry ? digest.error : `${filename}: ${digest.error}`)
  try {
    if (isEntry) demandOpenApi({ ...digest, json: '' })
  } catch (error) {
    if (error instanceof ParseFailure) throw new SpecFailure('PARSE_ERROR', error.message)
    throw error
  }
  return digest
}

/** The files at the same origin that a file refers to, named as seen from where the specification begins. */
function referred(references: string[], from: { filename: string; url: URL }): Required<Found>[] {
  return references.flatMap((reference) => {
    if (!URL.canParse(reference, from.url.href)) return []
    const url = new URL(reference, from.url)
    if (url.origin !== from.url.origin) return []
    const filename = reference.startsWith('/') ? url.pathname : posix.join(posix.dirname(from.filename), reference)
    return [{ filename, url }]
  })
}

function nameOf(url: URL): string {
  const name = url.pathname.split('/').at(-1)!
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

async function storeEntryPoint(store: FileStore, raw: Uint8Array, source: Uint8Array) {
  const [{ blob: rawBlob }, { blob: sourceBlob }] = [await store.put(pieces(raw)), await store.put(pieces(source))]
  return { rawBlob, sourceBlob }
}

type EntryHead = { dir: string; filename: string; isEntrypoint: boolean; references: string[] }

async function storeEntry(store: FileStore, head: EntryHead, json: Uint8Array): Promise<string> {
  const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"specification":`)
  return (await store.put(joined(before, json, Buffer.from('}')))).blob
}

const PIECE = 64 * 1024

function* joined(...parts: Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) yield* pieces(part)
}

/** In pieces, so that hashing and writing them leaves room for others. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
