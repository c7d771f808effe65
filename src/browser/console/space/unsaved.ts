// What was typed is kept in the browser until the server has it: through a lost network, a closed lid, a closed tab.
import type { Block } from '../../../engine/document.ts'
import type { Content } from './content.ts'
import type { PageFields } from './snapshot.ts'

/** Text that waits to be saved, and the revision that it was written on. */
export interface Unsaved {
  base: string
  /** Where it is written. */
  address: string
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
export function writeUnsaved({ base, address, fields: { document, ...fields } }: Unsaved): string {
  const rest = JSON.stringify({ base, address, fields })
  if (!document) return rest
  const { nodes, ...whole } = document
  const blocks = `[${nodes.map(textOf).join(',')}]`
  const start = rest === JSON.stringify({ base, address, fields: {} }) ? '' : ','
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

const read = async (key: string): Promise<string | undefined> => settled((await stores('readonly')).get(key))

export const findUnsaved = (key: string): Promise<Unsaved | undefined> =>
  quietly(async () => {
    const kept = await read(key)
    return kept === undefined ? undefined : JSON.parse(kept)
  })

/** Whether this, and nothing else, is kept. False in a browser that keeps nothing. */
export const isKept = async (key: string, unsaved: Unsaved): Promise<boolean> =>
  (await quietly(async () => (await read(key)) === writeUnsaved(unsaved))) ?? false

/** What is typed in a draft is no text of main, and the other way round. */
export const unsavedKey = (user: string, { space, changeRequest }: Content, page: string): string =>
  [user, space, page, ...(changeRequest ? [changeRequest] : [])].join(' ')

/** What is kept of a person, with the text of it. */
export const listUnsaved = async (user: string) =>
  (await quietly(async () => {
    const store = await stores('readonly')
    const range = IDBKeyRange.bound(`${user} `, `${user}!`)
    const [keys, texts] = await Promise.all([settled(store.getAllKeys(range)), settled(store.getAll(range))])
    return keys.flatMap((key, at) => {
      const text: string = texts[at]
      const { address, fields }: Partial<Unsaved> = JSON.parse(text)
      // Earlier versions kept no address.
      return address ? [{ key: String(key), text, address, title: fields?.title ?? '' }] : []
    })
  })) ?? []
