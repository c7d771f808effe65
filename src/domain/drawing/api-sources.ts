// Where the specifications are that blocks of a document refer to: those of the organization, by their slug or by the
// address that they are fetched from, and files of the space.
import type { SpecOutline } from '../../computed/outline.ts'
import { sourceNameOf } from '../../computed/reference/index.ts'
import type { CurrentSpec } from '../../computed/tree.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import type { FileStore } from '../../files/store.ts'
import { derived } from '../../lib/derived.ts'
import { parseSpecFile, splitSpec } from '../../openapi/parser.ts'
import { findPieces, listSlugsByUrl, loadCurrentSpecs } from '../openapi-specs/index.ts'
import { readContent } from '../revisions/index.ts'
import type { Place } from './place.ts'

export interface ApiSource {
  /** What is known as long as the specification is not split yet. */
  outline?: SpecOutline
  /** The pieces that exist, as JSON. */
  find(names: readonly string[]): Promise<ReadonlyMap<string, string>>
}

type Where = Pick<Place, 'db' | 'space' | 'view' | 'store'>

/** The sources that exist and that the reader may see, by name. */
export async function loadApiSources(place: Where, refs: readonly unknown[]): Promise<Map<string, ApiSource>> {
  const { db, space, view } = place
  const kinds = refs as readonly { kind?: string; spec?: string; url?: string; file?: string }[]
  const named = (kind: string) => kinds.filter((ref) => ref.kind === kind)
  const urls = new Set(named('url').flatMap(({ url }) => url ?? []))
  const slugs = await listSlugsByUrl(db, space.organization_id, [...urls])
  const wanted = new Set([...named('openapi').flatMap(({ spec }) => spec ?? []), ...slugs.values()])
  const specs = await loadCurrentSpecs(
    db,
    space.organization_id,
    [...wanted].filter((slug) => !view.hiddenSpecs.has(slug)),
  )
  const sources = new Map<string, ApiSource>()
  for (const ref of kinds) {
    const name = sourceNameOf(ref)
    if (name === undefined || sources.has(name)) continue
    const spec = specs.get(ref.kind === 'url' ? (slugs.get(ref.url!) ?? '') : (ref.spec ?? ''))
    const source = ref.kind === 'file' ? await fileSource(place, ref.file!) : spec && specSource(place, spec)
    if (source) sources.set(name, source)
  }
  return sources
}

const specSource = ({ db }: Where, { id, hash, outline }: CurrentSpec): ApiSource => ({
  outline,
  find: (names) => findPieces(db, { specId: id, hash }, names),
})

const MAX_FILE = 10 * 1024 * 1024

async function fileSource({ db, view, store }: Where, id: string): Promise<ApiSource | undefined> {
  const file = await readContent(db, findRecord(view.tree, 'file', id))
  if (!file?.blob || file.size > MAX_FILE) return undefined
  const { blob } = file
  const found = await pieces.load(blob, () => parse(store, blob))
  return { find: async () => found }
}

type Pieces = ReadonlyMap<string, string>

/** Files never change, so their pieces are kept by the name of their bytes. */
const pieces = derived<Pieces>('pieces', {
  bytesOf: (byName) => [...byName].reduce((sum, [name, json]) => sum + 100 + name.length + json.length, 0),
})

/** A file that is no specification has no pieces. */
async function parse(store: FileStore, blob: string): Promise<Pieces> {
  const stored = await store.find(blob)
  if (!stored) return new Map()
  const digest = await parseSpecFile(Buffer.concat(await (await stored.read()).toArray()), [])
  const isSpec = !('error' in digest) && digest.openapi !== undefined
  const split = isSpec ? await splitSpec([{ filename: '', json: digest.json }]) : []
  return new Map(split.map(({ name, json }) => [name, json]))
}
