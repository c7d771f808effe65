// The interface of storage backends. Paths such as `ab/cd/abcd…` are the same in a folder and in a bucket, so that a
// backup of one can be restored into the other.
import type { Readable } from 'node:stream'

/** A byte range; both ends are inclusive. */
export interface Range {
  start: number
  end: number
}

export interface StoredFile {
  size: number
  /** The caller must read the stream to its end or destroy it. */
  read(range?: Range): Promise<Readable>
}

export interface StorageBackend {
  /** Moves a complete local file to a path, replacing an existing file atomically. */
  add(path: string, file: string, size: number): Promise<void>
  find(path: string): Promise<StoredFile | undefined>
  /** All paths below a folder (default: all), in no particular order. */
  list(folder?: string): AsyncIterable<string>
  /** Does nothing if there is no such file. */
  remove(path: string): Promise<void>
}
