// The operations and schemas of API specifications that a document shows. Only their pieces are read, within limits.
import {
  isApiBlock,
  type Library,
  type ShownOperation,
  type ShownSchema,
  schemaName,
  showOperation,
  showSchema,
  sourceNameOf,
} from '../../computed/reference/index.ts'
import type { Block, Document } from '../../engine/document.ts'
import { walk } from '../../engine/walk.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { type ApiSource, loadApiSources } from './api-sources.ts'
import type { Place } from './place.ts'

/** Of what one page shows. */
const LIMITS = { blocks: 200, schemas: 1000, pieces: 3000, characters: 4_000_000, rounds: 12 }

/** How many parts of schemas a page shows, and how many of one operation or schema. */
const PARTS = { page: 6000, operation: { least: 60, most: 600 }, schema: { least: 20, most: 200 } }

export interface Shown {
  operation(block: Block): ShownOperation | undefined
  schema(block: Block, name: string): ShownSchema | undefined
  operations: readonly ShownOperation[]
}

interface Wanted {
  block: Block
  ref: unknown
  /** An operation; or else the names of schemas. */
  id?: { method: string; path: string; isWebhook: boolean }
  schemas: string[]
}

export async function loadOperations(
  place: Pick<Place, 'db' | 'space' | 'view' | 'store'>,
  document: Document,
): Promise<Shown> {
  const wanted = wantedIn(document)
  const sources = await loadApiSources(
    place,
    wanted.map(({ ref }) => ref),
  )
  const operations = new Map<Block, ShownOperation>()
  const schemas = new Map<Block, Map<string, ShownSchema>>()
  for (const [name, source] of sources)
    await showSpec(
      source,
      wanted.filter(({ ref }) => sourceNameOf(ref) === name),
      operations,
      schemas,
    )
  return {
    operation: (block) => operations.get(block),
    schema: (block, name) => schemas.get(block)?.get(name),
    operations: [...operations.values()],
  }
}

function wantedIn(document: Document): Wanted[] {
  const wanted: Wanted[] = []
  for (const { node } of walk(document)) {
    if (node.object !== 'block' || !isApiBlock(node.type) || wanted.length >= LIMITS.blocks) continue
    const { ref, method, path, name, schemas } = (node.data ?? {}) as Record<string, unknown>
    if (sourceNameOf(ref) === undefined) continue
    const isWebhook = node.type === 'openapi-webhook'
    const names = Array.isArray(schemas)
      ? schemas.filter((each) => typeof each === 'string').slice(0, LIMITS.schemas)
      : []
    const id = { method: String(method ?? '').toLowerCase(), path: String((isWebhook ? name : path) ?? ''), isWebhook }
    wanted.push({ block: node, ref, schemas: names, ...(node.type !== 'openapi-schemas' && { id }) })
  }
  return wanted
}

/**
 * Shows everything, reads the pieces that were missing, and shows what missed them again: so nothing is read that is not
 * shown.
 */
async function showSpec(
  source: ApiSource,
  wanted: readonly Wanted[],
  operations: Map<Block, ShownOperation>,
  schemas: Map<Block, Map<string, ShownSchema>>,
): Promise<void> {
  const count = wanted.reduce((sum, each) => sum + (each.id ? 1 : each.schemas.length), 0)
  const share = Math.floor(PARTS.page / Math.max(count, 1))
  const within = ({ least, most }: { least: number; most: number }) => ({
    left: Math.min(Math.max(share, least), most),
  })
  const pieces = new Pieces(source)
  let waiting = wanted
  for (let round = 0; round < LIMITS.rounds && waiting.length > 0; round++) {
    const again: Wanted[] = []
    for (const each of waiting) {
      const { block, id } = each
      const known = pieces.missed
      const shown = id && (showOperation(id, pieces.library, within(PARTS.operation)) ?? outlined(source, id))
      if (shown) operations.set(block, shown)
      const named = new Map<string, ShownSchema>()
      for (const name of each.schemas) {
        const value = pieces.library(schemaName(name))
        if (value !== undefined) named.set(name, showSchema(value, pieces.library, within(PARTS.schema)))
        await yieldToEventLoop()
      }
      schemas.set(block, named)
      if (pieces.missed > known) again.push(each)
      await yieldToEventLoop()
    }
    await pieces.loadMissing()
    waiting = again
  }
}

/** Pieces at hand, and those that were asked for and are not. */
class Pieces {
  readonly library: Library = (name) => {
    if (this.#values.has(name)) return this.#values.get(name)
    this.missed++
    this.#missing.add(name)
    return undefined
  }
  /** How often a piece was missing. */
  missed = 0
  readonly #values = new Map<string, unknown>()
  readonly #missing = new Set<string>()
  readonly #source: ApiSource
  #characters = 0

  constructor(source: ApiSource) {
    this.#source = source
  }

  /** What does not exist, or is too much, is undefined from then on. */
  async loadMissing(): Promise<void> {
    const names = [...this.#missing]
    const read = new Set(names.slice(0, Math.max(LIMITS.pieces - this.#values.size, 0)))
    const found = await this.#source.find([...read])
    for (const name of names) {
      const json = (read.has(name) && found.get(name)) || ''
      this.#characters += json.length
      const isRead = json !== '' && this.#characters <= LIMITS.characters
      this.#values.set(name, isRead ? JSON.parse(json) : undefined)
      await yieldToEventLoop()
    }
    this.#missing.clear()
  }
}

/** What is known of an operation as long as the specification is not split yet. */
function outlined({ outline }: ApiSource, id: NonNullable<Wanted['id']>): ShownOperation | undefined {
  const known = outline?.operations.find(
    ({ method, path, webhook }) => method === id.method && path === id.path && (webhook ?? false) === id.isWebhook,
  )
  return (
    known && {
      ...id,
      method: known.method,
      title: known.title,
      ...(known.description !== undefined && { description: known.description }),
      isDeprecated: known.deprecated ?? false,
      servers: [],
      security: [],
      parameters: [],
      responses: [],
      callbacks: [],
      samples: [],
      sending: 'off',
      opens: { responses: false, schemas: false },
    }
  )
}
