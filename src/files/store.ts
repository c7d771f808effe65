// A content-addressed store of file bytes: equal bytes are stored once and never change.

import type { StorageBackend, StoredFile } from './backend.ts'
import { type Bytes, type Received, receive, removeStale } from './incoming.ts'

export type Blob = Pick<Received, 'blob' | 'size' | 'head'>

export interface FileStore {
  /** Stores bytes and returns their name. Throws 413 if they exceed `limit`. */
  put(bytes: Bytes, options?: { limit?: number | undefined }): Promise<Blob>
  find(blob: string): Promise<StoredFile | undefined>
  /** Stores a small text at a path; false if the path already exists. */
  putText(path: string, text: string): Promise<boolean>
  findText(path: string): Promise<string | undefined>
  /** The backend, for copying all files. */
  backend: StorageBackend
}

/** Marks of files that nothing needs. A marked file is removed after a while, unless its mark is lifted. */
export interface FileMarks {
  /** Waits until a removal that has begun is over. */
  lift(blob: string): Promise<void>
}

/** `incoming` is a local folder; for the disk backend, it must be on the same file system. */
export function createStore(backend: StorageBackend, incoming: string, marks?: FileMarks): FileStore {
  let cleaned: Promise<void> | undefined
  const take = async <T>(bytes: Bytes, limit: number | undefined, keep: (received: Received) => Promise<T>) => {
    cleaned ??= removeStale(incoming)
    await cleaned
    return receive(bytes, { folder: incoming, limit }, keep)
  }
  return {
    backend,
    put: (bytes, { limit } = {}) =>
      take(bytes, limit, async ({ file, blob, size, head }) => {
        // First of all: afterwards, nobody removes what is found.
        await marks?.lift(blob)
        // A stored file with a different size is damaged and replaced.
        if ((await backend.find(pathOfBlob(blob)))?.size !== size) await backend.add(pathOfBlob(blob), file, size)
        return { blob, size, head }
      }),
    find: async (blob) => (isBlob(blob) ? backend.find(pathOfBlob(blob)) : undefined),
    putText: (path, text) =>
      take([Buffer.from(text)], undefined, async ({ file, size }) => {
        if (await backend.find(path)) return false
        await backend.add(path, file, size)
        return true
      }),
    async findText(path) {
      const stored = await backend.find(path)
      return stored && Buffer.concat(await (await stored.read()).toArray()).toString()
    },
  }
}

const isBlob = (name: string) => /^[0-9a-f]{64}$/.test(name)

/** The path of a blob in the backend. */
export const pathOfBlob = (blob: string) => `${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`

/** The blob at a path, unless the path is that of something else. */
export function blobOfPath(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return isBlob(name) && pathOfBlob(name) === path ? name : undefined
}
