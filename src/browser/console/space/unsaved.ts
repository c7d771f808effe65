// What was typed is kept in the browser until the server has it: through a lost network, a closed lid, a closed tab.
import type { Block } from '../../../engine/document.ts'
import type { PageFields } from './snapshot.ts'

/** Text that waits to be saved, and the revision that it was written on. */
export interface Unsaved {
  base: string
  fields: PageFields
}

const NAME = 'lectern'
const STORE = 'unsaved'

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= settled(indexedDB.open(NAME, 1), (request) =>
    (request as IDBOpenDBRequest).addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE)),
  )
  return opened
}

const settled = <T>(request: IDBRequest<T>, prepare?: (request: IDBRequest<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    prepare?.(request)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const stores = async (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  (await open()).transaction(STORE, mode).objectStore(STORE)

// A browser that keeps nothing (private windows of some) still edits.
const quietly = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch {
    return undefined
  }
}

/** Blocks that nobody has changed since are the same objects: on long pages, making their text again takes longest. */
const texts = new WeakMap<Block, string>()

function textOf(block: Block): string {
  const text = texts.get(block) ?? JSON.stringify(block)
  texts.set(block, text)
  return text
}

/** As JSON.stringify does it. */
export function writeUnsaved({ base, fields: { document, ...fields } }: Unsaved): string {
  const rest = JSON.stringify({ base, fields })
  if (!document) return rest
  const { nodes, ...whole } = document
  const blocks = `[${nodes.map(textOf).join(',')}]`
  const start = rest === JSON.stringify({ base, fields: {} }) ? '' : ','
  return `${rest.slice(0, -2)}${start}"document":${JSON.stringify(whole).slice(0, -1)},"nodes":${blocks}}}}`
}

/** Kept as text: browsers copy objects much more slowly. Resolves with the milliseconds that it took the page. */
export async function keepUnsaved(key: string, unsaved: Unsaved): Promise<number> {
  let before = performance.now()
  const text = writeUnsaved(unsaved)
  let taken = performance.now() - before
  await quietly(async () => {
    const store = await stores('readwrite')
    before = performance.now()
    const request = store.put(text, key)
    taken += performance.now() - before
    await settled(request)
  })
  return taken
}

export const forgetUnsaved = (key: string) => quietly(async () => settled((await stores('readwrite')).delete(key)))

export const findUnsaved = (key: string): Promise<Unsaved | undefined> =>
  quietly(async () => {
    const kept = await settled<string | undefined>((await stores('readonly')).get(key))
    return kept === undefined ? undefined : JSON.parse(kept)
  })
