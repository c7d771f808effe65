// An operation is one entry of a route table: verb, path, permission, request and reply shapes. `routes` declares the
// contract and `implement` pairs it with one function per operation; the types check that they agree.
import type { Static, TObject, TSchema } from 'typebox'
import type { AnyCaller, Caller } from '../access/caller.ts'
import type { IntegrationTokens } from '../access/integration-tokens.ts'
import type { ObjectsNamed } from '../access/loading/path-params.ts'
import type { Objects, Permission } from '../access/permissions.ts'
import type { SiteTokens } from '../access/site-tokens.ts'
import type { Page } from '../db/keyset.ts'
import type { Db } from '../db/tables.ts'
import type { EventName } from '../events/events.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Files } from '../files/files.ts'
import type { Git, GitAddresses } from '../git/git.ts'
import type { Vault } from '../lib/sealing.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Operator } from './operator.ts'
import type { PostResponseWork } from './post-response.ts'
import type { Settings } from './settings.ts'
import type { Urls } from './urls.ts'

/** `public`: anyone. `user`: any valid token. Otherwise a permission on a path object. */
export type Can = 'public' | 'user' | Permission

interface Common {
  can: Can
  summary: string
  query?: TObject
  /** The shape of the reply; `list` is the shape of one item of a paged list. */
  reply?: TSchema
  list?: TSchema
  /** The number of items on a page of the list if the client does not say; 50 without it. */
  pageSize?: number
  status?: 200 | 201 | 204 | 205
  /** Also accepts a deleted space that the caller could restore. */
  withDeleted?: true
  /**
   * Operations for any valid token: also accepts tokens bound to one organization. The handler enforces the binding.
   */
  bound?: true
  /** People in the console have to have proved who they are within the last minutes. */
  sensitive?: true
  /** Only for people in the console: whoever finds a token must not be able to take the account over. */
  inConsole?: true
  /** Also accepts visitors of a published site, whose token is valid for that site only. */
  visitors?: true
  /** Identifies the state of the content. A client that already has this state gets a 304, and nothing is read. */
  etag?: (
    objects: Partial<Objects>,
    query: Record<string, unknown>,
    params: Record<string, string>,
    db: Db,
  ) => string | Promise<string>
  /**
   * Clients that accept `text/event-stream` get the reply again and again: each time that one of the spaces of the query
   * changes. The reply has the shape of `LiveReply`, and `after` of the query is where the last one ended.
   */
  stream?: true
  /**
   * The reply depends only on the URL and the ETag, not on the caller: it is sent again to everybody who may read it, while
   * the ETag is the same (`kept-replies.ts`).
   */
  cacheable?: true
  /**
   * The reply of a read depends only on the caller, the URL and what is stored, not on the time: it is sent again until
   * something is committed (`kept-replies.ts`).
   */
  kept?: true
}

interface Write extends Common {
  body?: TSchema
  /** The maximum size of the body in bytes, if lower than the general limit. */
  bodyLimit?: number
  /** The name of its event. */
  event: EventName
  /** For upserts: the event if the handler reports `created`. The status is then 201. */
  orCreates?: EventName
}

/** A POST that changes nothing: its body is a query. */
interface ReadOnlyPost extends Common {
  body?: TSchema
  readOnly: true
}

type Get = Common & { get: string }
type Post = (Write | ReadOnlyPost) & { post: string }
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

// `:name` matches one segment of the path; `:name*` at the end matches the rest.
export type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}*`
    ? Name
    : P extends `${string}:${infer Name}`
      ? Name
      : never

/** What a handler reports about its write, for the event log. */
export interface WriteOutcome {
  /** The target of the event, if it is neither the reply nor the authorized object. */
  target?: { kind: string; id: string }
  data?: Record<string, unknown>
  /** False if nothing changed: then no event is appended. */
  changed?: boolean
  /** The organization of the event, if no path object belongs to it. */
  organizationId?: string
  /** True if an upsert created the object. */
  created?: boolean
}

/** The result of a list operation; `next` has the order keys of the last item if more items follow. */
export interface ListOf<Item> {
  items: Item[]
  count: number
  next?: string[] | undefined
}

/** A reply that is stored as JSON text, sent without parsing and serializing it again. */
export class RawJson {
  readonly text: string
  /** The Cache-Control header, if any. */
  readonly cacheControl: string | undefined

  constructor(text: string, cacheControl?: string) {
    this.text = text
    this.cacheControl = cacheControl
  }
}

type ReplyOf<O> = O extends { list: infer Item extends TSchema }
  ? ListOf<Static<Item>>
  : O extends { reply: infer Reply extends TSchema }
    ? Static<Reply> | RawJson
    : // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a reply returns nothing
      void

/** The services available to handlers besides the database. */
export interface Tools {
  urls: Urls
  /** Stores the bytes of files and signs links to them. */
  files: Files
  /** Encrypts secrets that are stored in the database. */
  vault: Vault
  /** Signs tokens for integrations. */
  integrationTokens: IntegrationTokens
  /** Decides which repositories may be used. */
  gitAddresses: GitAddresses
  /** Signs tokens for visitors of published sites. */
  siteTokens: SiteTokens
  /** Runs work that must not delay the reply. */
  postResponse: PostResponseWork
  settings: Settings
  /** What server admins are told about the running server. */
  operator: Operator
}

/**
 * Services that use the network. A transaction must not wait for them, so write handlers get them only in `prepare`.
 */
export interface ExternalTools {
  fetcher: Fetcher
  git: Git
  runtime: Runtime
}

/**
 * The context of a handler. It includes the loaded and authorized path objects: `space`, `organization` … Operations
 * for any valid token load none: the caller need not have access to the objects in the path.
 */
export type ContextOf<O> = Tools &
  (O extends { event: EventName } ? unknown : ExternalTools) & {
    /** For reads, the read connection; for writes, the transaction that also appends the event. */
    db: Db
    caller: O extends { can: 'public' } ? undefined : O extends { visitors: true } ? AnyCaller : Caller
    params: Record<ParamNames<PathOf<O>>, string>
    query: O extends { query: infer Q extends TSchema } ? Static<Q> : Record<never, never>
    body: O extends { body: infer B extends TSchema } ? Static<B> : undefined
    /** The requested page, for lists only. */
    page: O extends { list: TSchema } ? Page : undefined
    /** Reports the outcome of this write, for its event. */
    report(about: WriteOutcome): void
  } & (O extends { can: 'public' | 'user' } ? unknown : ObjectsNamed<ParamNames<PathOf<O>>>)

export type Handler<O> = (context: ContextOf<O>) => ReplyOf<O> | Promise<ReplyOf<O>>

/**
 * A write with work outside the database: fetching, storing bytes, parsing. `prepare` runs before the transaction, for
 * an authorized caller, and returns the function that writes. That function is authorized again, may be retried, and
 * gets freshly loaded objects.
 */
export interface Prepared<O> {
  /** The function that writes, if a request with this body needs no such work. It is authorized only once then. */
  unprepared?(body: ContextOf<O>['body']): Handler<O> | undefined
  prepare(context: ContextOf<O> & ExternalTools & Settlement): Promise<Handler<O>>
}

export interface Settlement {
  /**
   * Calls the listener when the write is over and will not be retried: committed, failed with `error`, or skipped
   * because a request with the same Idempotency-Key came first.
   */
  onSettled(listener: (error?: unknown) => void): void
}

export type Handlers<T extends OperationTable> = { [Id in keyof T]: Handler<T[Id]> | Prepared<T[Id]> }

/** What the operations of a resource do, by their ids. */
export type AnyHandlers = Record<string, Handler<Operation> | Prepared<Operation>>

export interface Resource {
  title: string
  operations: { id: string; operation: Operation }[]
  /** Loads what the operations do. */
  load(): Promise<AnyHandlers>
}

/** Pairs a route table with its handlers, one function with the same name per operation. */
export const implement = <T extends OperationTable>(_routes: Routes<T>, handlers: Handlers<T>): Handlers<T> => handlers

/** A resource whose handlers are loaded when one of its operations is first called. */
export const resource = <T extends OperationTable>(
  { title, table }: Routes<T>,
  load: () => Promise<Handlers<T>>,
): Resource => ({
  title,
  operations: Object.entries(table).map(([id, operation]) => ({ id, operation })),
  load: load as unknown as Resource['load'],
})
