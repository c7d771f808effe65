// The bytes of files by the hash of what they are: stored once however often they are used, and never changed.
import { type Bytes, type Received, receive, removeStale } from './incoming.ts'
import type { Shelf, Stored } from './shelf.ts'

export type Blob = Pick<Received, 'blob' | 'size' | 'head'>

export interface FileStore {
  /** Stores bytes and says under which name. More of them than `limit` are refused. */
  put(bytes: Bytes, options?: { limit?: number | undefined }): Promise<Blob>
  find(blob: string): Promise<Stored | undefined>
  /** Stores a small text under a path of its own, unless there is one. False: there is. */
  note(path: string, text: string): Promise<boolean>
  findNote(path: string): Promise<string | undefined>
  /** Everything by its path: for copying it elsewhere, and back. */
  shelf: Shelf
}

/** `incoming` is a local folder, on the disk of the shelf if that is a folder too. */
export function createStore(shelf: Shelf, incoming: string): FileStore {
  let cleaned: Promise<void> | undefined
  const take = async <T>(bytes: Bytes, limit: number | undefined, keep: (received: Received) => Promise<T>) => {
    cleaned ??= removeStale(incoming)
    await cleaned
    return receive(bytes, { folder: incoming, limit }, keep)
  }
  return {
    shelf,
    put: (bytes, { limit } = {}) =>
      take(bytes, limit, async ({ file, blob, size, head }) => {
        // One of another size is damaged: what has just come is whole.
        if ((await shelf.find(pathOfBlob(blob)))?.size !== size) await shelf.add(pathOfBlob(blob), file, size)
        return { blob, size, head }
      }),
    find: async (blob) => (isBlob(blob) ? shelf.find(pathOfBlob(blob)) : undefined),
    note: (path, text) =>
      take([Buffer.from(text)], undefined, async ({ file, size }) => {
        if (await shelf.find(path)) return false
        await shelf.add(path, file, size)
        return true
      }),
    async findNote(path) {
      const stored = await shelf.find(path)
      return stored && Buffer.concat(await (await stored.read()).toArray()).toString()
    },
  }
}

const isBlob = (name: string) => /^[0-9a-f]{64}$/.test(name)

/** Where the bytes of that name are on the shelf. */
export const pathOfBlob = (blob: string) => `${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`
