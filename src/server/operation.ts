// An operation is one line in a table: verb and path, who may call it, what it takes and what it answers. `routes` holds
// the contract, `implement` pairs it with one function an operation; the types make sure they agree.
import type { Static, TObject, TSchema } from 'typebox'
import type { Caller, Reader } from '../access/caller.ts'
import type { IntegrationTokens } from '../access/integration-tokens.ts'
import type { ObjectsNamed } from '../access/named.ts'
import type { SiteTokens } from '../access/site-tokens.ts'
import type { Objects, Permission } from '../access/vocabulary.ts'
import type { EventName } from '../db/events.ts'
import type { Page } from '../db/keyset.ts'
import type { Db } from '../db/tables.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Files } from '../files/files.ts'
import type { Git } from '../git/git.ts'
import type { Vault } from '../lib/sealing.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Afterwards } from './afterwards.ts'
import type { Urls } from './urls.ts'

/** `public`: anybody. `user`: whoever has a valid token. Otherwise a permission on an object the path names. */
export type Can = 'public' | 'user' | Permission

interface Common {
  can: Can
  summary: string
  query?: TObject
  /** The shape of the answer, or of one item of a paged list. */
  reply?: TSchema
  list?: TSchema
  status?: 200 | 201 | 204 | 205
  /** Also answers for a deleted space that the caller could restore. */
  withDeleted?: true
  /** Where a valid token is enough: also one that works in a single organization. Its handler keeps to that one. */
  bound?: true
  /** Also answers readers of a published site, who have a token for that site alone. */
  visitors?: true
  /** Names the state of what is read; a client that has it already is told so, and nothing is read. */
  etag?: (objects: Partial<Objects>, query: Record<string, unknown>, params: Record<string, string>) => string
  /** The whole answer follows from URL and etag, whoever asks: it may be given again from memory. */
  kept?: true
}

interface Write extends Common {
  body?: TSchema
  /** What the log of events calls it. */
  event: EventName
  /** Makes what is not there, which the handler notes as `created`: then the status is 201, and this is the event. */
  orCreates?: EventName
}

/** A POST that changes nothing: its body is what is asked. */
interface Question extends Common {
  body?: TSchema
  asks: true
}

type Get = Common & { get: string }
type Post = (Write | Question) & { post: string }
type Put = Write & { put: string }
type Patch = Write & { patch: string }
type Delete = Write & { delete: string }

export type Operation = Get | Post | Put | Patch | Delete
export type OperationTable = Record<string, Operation>

export interface Routes<T extends OperationTable = OperationTable> {
  /** The heading in the API description. */
  title: string
  table: T
}

export const routes = <const T extends OperationTable>(title: string, table: T): Routes<T> => ({ title, table })

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Verb = (typeof VERBS)[number]

export function verbAndPath(operation: Operation): { verb: Verb; path: string } {
  const verb = VERBS.find((candidate) => candidate in operation)!
  return { verb, path: (operation as Partial<Record<Verb, string>>)[verb]! }
}

/** The names of the parameters in a path. */
export const paramsOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

type PathOf<O> = O extends
  | { get: infer P }
  | { post: infer P }
  | { put: infer P }
  | { patch: infer P }
  | { delete: infer P }
  ? P & string
  : never

// `:name` is one segment of the path; `:name*` at the end is all that follows.
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}*`
    ? Name
    : P extends `${string}:${infer Name}`
      ? Name
      : never

/** What a handler may say about its write for the log of events. */
export interface Notes {
  /** What it was about, when that is neither the reply nor the permitted object. */
  target?: { kind: string; id: string }
  data?: Record<string, unknown>
  /** False when nothing was changed after all: then there is no event. */
  changed?: boolean
  /** The organization it happened in, when the path names nothing of it. */
  organizationId?: string
  /** True when an operation that updates or creates did the latter. */
  created?: boolean
}

/** What a list operation answers; `next` are the order keys of the last item when more follow. */
export interface ListOf<Item> {
  items: Item[]
  count: number
  next?: string[] | undefined
}

/** A reply that is JSON already, as it is stored: large ones are not taken apart only to be put together again. */
export class ReadyJson {
  readonly text: string
  /** How long others may keep it, when that is known. */
  readonly cacheControl: string | undefined

  constructor(text: string, cacheControl?: string) {
    this.text = text
    this.cacheControl = cacheControl
  }
}

type ReplyOf<O> = O extends { list: infer Item extends TSchema }
  ? ListOf<Static<Item>>
  : O extends { reply: infer Reply extends TSchema }
    ? Static<Reply> | ReadyJson
    : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a reply returns nothing
      void

/** What handlers work with besides the database. */
export interface Tools {
  urls: Urls
  /** The bytes of files, and the key that signs links to them. */
  files: Files
  /** Encrypts what must be stored and read again, but not by whoever reads the database. */
  vault: Vault
  /** Signs tokens for integrations. */
  integrationTokens: IntegrationTokens
  /** Says which repositories may be used; never opened inside a transaction. */
  git: Git
  /** Asks others; never inside a transaction. */
  fetcher: Fetcher
  /** Signs tokens for readers of published sites. */
  siteTokens: SiteTokens
  /** Runs integrations; never inside a transaction. */
  runtime: Runtime
  /** Does what the answer need not wait for. */
  afterwards: Afterwards
}

/**
 * What a handler gets. The objects its path names are there too, loaded and permitted: `space`, `organization` … Where
 * a valid token is enough, nothing is loaded: the caller need not be allowed to see what the path names.
 */
export type ContextOf<O> = Tools & {
  /** Reads: the reading side. Writes: the transaction that also holds the event. */
  db: Db
  caller: O extends { can: 'public' } ? undefined : O extends { visitors: true } ? Reader : Caller
  params: Record<ParamNames<PathOf<O>>, string>
  query: O extends { query: infer Q extends TSchema } ? Static<Q> : Record<never, never>
  body: O extends { body: infer B extends TSchema } ? Static<B> : undefined
  /** Lists only: what to show. */
  page: O extends { list: TSchema } ? Page : undefined
  /** Adds to the event of this write. */
  note(about: Notes): void
} & (O extends { can: 'public' | 'user' } ? unknown : ObjectsNamed<ParamNames<PathOf<O>>>)

export type Handler<O> = (context: ContextOf<O>) => ReplyOf<O> | Promise<ReplyOf<O>>

/**
 * A write that has work to do outside the database: fetching, storing bytes, parsing. `prepare` does it before the
 * transaction opens, for a caller who is permitted to write, and answers what then writes. That is permitted anew, may
 * be done again, and gets the objects as they are by then.
 */
export interface Prepared<O> {
  prepare(context: ContextOf<O>): Promise<Handler<O>>
}

export type Handlers<T extends OperationTable> = { [Id in keyof T]: Handler<T[Id]> | Prepared<T[Id]> }

export interface Resource {
  title: string
  operations: { id: string; operation: Operation; handle: Handler<Operation> | Prepared<Operation> }[]
}

/** Pairs a table with its functions, one of the same name for each operation. */
export function implement<T extends OperationTable>({ title, table }: Routes<T>, handlers: Handlers<T>): Resource {
  const operations = Object.entries(table).map(([id, operation]) => ({
    id,
    operation,
    handle: handlers[id] as unknown as Handler<Operation> | Prepared<Operation>,
  }))
  return { title, operations }
}
