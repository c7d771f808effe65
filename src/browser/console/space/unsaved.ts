// What was typed is kept in the browser until the server has it: through a lost network, a closed lid, a closed tab.
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

/** Kept as text: browsers copy objects much more slowly. */
export function keepUnsaved(key: string, unsaved: Unsaved): Promise<unknown> {
  const text = JSON.stringify(unsaved)
  return quietly(async () => settled((await stores('readwrite')).put(text, key)))
}

export const forgetUnsaved = (key: string) => quietly(async () => settled((await stores('readwrite')).delete(key)))

export const findUnsaved = (key: string): Promise<Unsaved | undefined> =>
  quietly(async () => {
    const kept = await settled<string | undefined>((await stores('readonly')).get(key))
    return kept === undefined ? undefined : JSON.parse(kept)
  })
