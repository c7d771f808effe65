// The operations and schemas of API specifications that a document shows. Only their pieces are read, within limits.
import {
  type Library,
  type ShownOperation,
  type ShownSchema,
  schemaName,
  showOperation,
  showSchema,
} from '../../computed/reference/index.ts'
import type { CurrentSpec } from '../../computed/tree.ts'
import type { Db } from '../../db/tables.ts'
import type { Block, Document } from '../../engine/document.ts'
import { walk } from '../../engine/walk.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { findPieces, loadCurrentSpecs, type PieceSource } from '../openapi-specs/index.ts'
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
  spec: string
  /** An operation; or else the names of schemas. */
  id?: { method: string; path: string; isWebhook: boolean }
  schemas: string[]
}

export async function loadOperations(
  { db, space, view }: Pick<Place, 'db' | 'space' | 'view'>,
  document: Document,
): Promise<Shown> {
  const wanted = wantedIn(document).filter(({ spec }) => !view.hiddenSpecs.has(spec))
  const specs = await loadCurrentSpecs(db, space.organization_id, [...new Set(wanted.map(({ spec }) => spec))])
  const operations = new Map<Block, ShownOperation>()
  const schemas = new Map<Block, Map<string, ShownSchema>>()
  for (const [slug, spec] of specs)
    await showSpec(
      db,
      spec,
      wanted.filter((each) => each.spec === slug),
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
    if (node.object !== 'block' || !node.type.startsWith('openapi-') || wanted.length >= LIMITS.blocks) continue
    const { ref, method, path, name, schemas } = (node.data ?? {}) as Record<string, unknown>
    const { kind, spec } = (ref ?? {}) as Record<string, unknown>
    if (kind !== 'openapi' || typeof spec !== 'string') continue
    const isWebhook = node.type === 'openapi-webhook'
    const names = Array.isArray(schemas)
      ? schemas.filter((each) => typeof each === 'string').slice(0, LIMITS.schemas)
      : []
    const id = { method: String(method ?? '').toLowerCase(), path: String((isWebhook ? name : path) ?? ''), isWebhook }
    wanted.push({ block: node, spec, schemas: names, ...(node.type !== 'openapi-schemas' && { id }) })
  }
  return wanted
}

/**
 * Shows everything, reads the pieces that were missing, and shows what missed them again: so nothing is read that is not
 * shown.
 */
async function showSpec(
  db: Db,
  spec: CurrentSpec,
  wanted: readonly Wanted[],
  operations: Map<Block, ShownOperation>,
  schemas: Map<Block, Map<string, ShownSchema>>,
): Promise<void> {
  const count = wanted.reduce((sum, each) => sum + (each.id ? 1 : each.schemas.length), 0)
  const share = Math.floor(PARTS.page / Math.max(count, 1))
  const within = ({ least, most }: { least: number; most: number }) => ({
    left: Math.min(Math.max(share, least), most),
  })
  const pieces = new Pieces(db, { specId: spec.id, hash: spec.hash })
  let waiting = wanted
  for (let round = 0; round < LIMITS.rounds && waiting.length > 0; round++) {
    const again: Wanted[] = []
    for (const each of waiting) {
      const { block, id } = each
      const known = pieces.missed
      const shown = id && (showOperation(id, pieces.library, within(PARTS.operation)) ?? outlined(spec, id))
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
  readonly #db: Db
  readonly #source: PieceSource
  #characters = 0

  constructor(db: Db, source: PieceSource) {
    this.#db = db
    this.#source = source
  }

  /** What does not exist, or is too much, is undefined from then on. */
  async loadMissing(): Promise<void> {
    const names = [...this.#missing]
    const found = await findPieces(
      this.#db,
      this.#source,
      names.slice(0, Math.max(LIMITS.pieces - this.#values.size, 0)),
    )
    for (const name of names) {
      const json = found.get(name) ?? ''
      this.#characters += json.length
      const isRead = json !== '' && this.#characters <= LIMITS.characters
      this.#values.set(name, isRead ? JSON.parse(json) : undefined)
      await yieldToEventLoop()
    }
    this.#missing.clear()
  }
}

/** What is known of an operation as long as the specification is not split yet. */
function outlined({ outline }: CurrentSpec, id: NonNullable<Wanted['id']>): ShownOperation | undefined {
  const known = outline.operations.find(
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
      samples: [],
      sending: 'off',
      opens: { responses: false, schemas: false },
    }
  )
}
