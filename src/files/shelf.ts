// Where bytes lie: named by paths such as `ab/cd/abcd…`, the same in a folder and in a bucket, so that a backup of one
// can be brought back into the other.
import type { Readable } from 'node:stream'

/** Both ends belong to it. */
export interface Range {
  start: number
  end: number
}

export interface Stored {
  size: number
  /** Whoever asks reads the stream to its end or destroys it. */
  read(range?: Range): Promise<Readable>
}

export interface Shelf {
  /** Takes over a finished local file. What lies under that path already is replaced in one step. */
  add(path: string, file: string, size: number): Promise<void>
  find(path: string): Promise<Stored | undefined>
  /** Every path there is, in no order. */
  list(): AsyncIterable<string>
}
