// Collects a specification: fetches the entry file and the files it references by relative paths, parses and stores
// them.
import { posix } from 'node:path'
import { type ExternalPathItem, type OutlineOperation, type SpecOutline, withOperations } from '../computed/outline.ts'
import { FetchFailure } from '../fetch/failures.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { FileStore } from '../files/store.ts'
import { sha256 } from '../lib/hash.ts'
import { SECOND } from '../lib/time.ts'
import type { FileDigest, JsonFile } from './digest.ts'
import { ParseFailure, type RequestedItem, requireOpenApi } from './parse.ts'
import { parseSpecFile, splitSpec } from './parser.ts'
import type { Piece } from './pieces.ts'

const FETCH_TIMEOUT = 10 * SECOND
const MAX_BYTES = 20 * 1024 * 1024
const MAX_FILES = 200

export type FailureCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'

/** A specification cannot be collected; the message is for the person who set the source. */
export class SpecFailure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, message: string) {
    super(message)
    this.code = code
  }
}

/** An entry of the `filesystem`, stored as its complete JSON. */
export interface StoredEntry {
  filename: string
  blob: string
}

export interface Collected {
  /** Equal for equal files from the same source. */
  hash: string
  format: 'json' | 'yaml'
  /** The entry file comes first. */
  entries: StoredEntry[]
  /** The entry file, as a raw reply and as received. */
  rawBlob: string
  sourceBlob: string
  /** The outline that pages are computed from. */
  outline: SpecOutline
  pieces: Piece[]
}

export type Source = { url: string } | { text: Buffer }

interface Tools {
  fetcher: Fetcher
  store: FileStore
}

interface Found {
  filename: string
  /** Absent if the source is text: its references cannot be resolved. */
  url?: URL
}

export async function collectSpec(tools: Tools, source: Source): Promise<Collected> {
  const start = 'url' in source ? new URL(source.url) : undefined
  const queue: Found[] = [start ? { filename: nameOf(start), url: start } : { filename: '' }]
  const known = new Set(queue.map(({ filename }) => filename))
  const entries: StoredEntry[] = []
  const files: JsonFile[] = []
  const hashes: string[] = [start?.href ?? '']
  let first:
    | (Pick<Collected, 'format' | 'rawBlob' | 'sourceBlob' | 'outline'> & { elsewhere: ExternalPathItem[] })
    | undefined
  const operations: OutlineOperation[] = []
  let left = MAX_BYTES
  for (let found = queue.shift(); found; found = queue.shift()) {
    const { bytes, url } = await read(tools.fetcher, found, source, left)
    left -= bytes.length
    const digest = await parse(bytes, found, first && requestedItems(first.elsewhere, found, entries[0]!))
    const filename = found.filename || `openapi.${digest.format}`
    const others = url ? referred(digest.references, { filename, url }) : []
    for (const other of others) if (!known.has(other.filename)) queue.push(other)
    for (const other of others) known.add(other.filename)
    if (known.size > MAX_FILES)
      throw new SpecFailure('FETCH_ERROR', `The specification refers to more than ${MAX_FILES} files: bundle them.`)
    const head = { dir: posix.dirname(filename), filename, isEntrypoint: first === undefined }
    const references = others.map((other) => other.filename)
    entries.push({ filename, blob: await storeEntry(tools.store, { ...head, references }, digest.json) })
    files.push({ filename, json: digest.json })
    hashes.push(filename, digest.hash)
    operations.push(...digest.items)
    first ??= { format: digest.format, ...digest.outline!, ...(await storeEntryPoint(tools.store, digest.raw, bytes)) }
  }
  const { elsewhere: _, outline, ...entry } = first!
  return {
    hash: sha256(hashes.join('\n')),
    entries,
    ...entry,
    outline: withOperations(outline, operations),
    pieces: await splitSpec(files),
  }
}

/** The path items of the specification that are in that file. */
function requestedItems(
  elsewhere: readonly ExternalPathItem[],
  { filename }: Found,
  entry: StoredEntry,
): RequestedItem[] {
  return elsewhere.flatMap(({ ref, ...item }) => {
    const [file = '', pointer = ''] = ref.split('#')
    const named = file.startsWith('/') ? file : posix.join(posix.dirname(entry.filename), file)
    return named === filename ? [{ ...item, pointer }] : []
  })
}

async function read(fetcher: Fetcher, { url }: Found, source: Source, limit: number) {
  if ('text' in source) return { bytes: source.text, url: undefined }
  try {
    const answer = await fetcher(url!, { timeout: FETCH_TIMEOUT, limit })
    return { bytes: await answer.bytes(), url: answer.url }
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    throw new SpecFailure(error.kind === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR', error.message)
  }
}

/** Without requested items, the file is the entry file. */
async function parse(bytes: Buffer, { filename }: Found, wanted: RequestedItem[] | undefined): Promise<FileDigest> {
  const digest = await parseSpecFile(bytes, wanted ?? [])
  const isEntry = wanted === undefined
  if ('error' in digest) throw new SpecFailure('PARSE_ERROR', isEntry ? digest.error : `${filename}: ${digest.error}`)
  try {
    if (isEntry) requireOpenApi({ ...digest, json: '' })
  } catch (error) {
    if (error instanceof ParseFailure) throw new SpecFailure('PARSE_ERROR', error.message)
    throw error
  }
  return digest
}

/** Lists the files at the same origin that a file references, with names relative to the entry file. */
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

/** In pieces, so that hashing and writing do not block the event loop. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
