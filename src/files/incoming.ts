// Receives bytes into a temporary file while hashing them: the final name is known only after the last byte.
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { problem } from '../errors.ts'
import { newId } from '../lib/ids.ts'
import { DAY } from '../lib/time.ts'
import { ignoreMissing } from './disk.ts'

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface Received {
  /** The temporary file. */
  file: string
  /** The SHA-256 in hex, which is safe on case-insensitive file systems. */
  blob: string
  size: number
  /** The first bytes, for detecting the type. */
  head: Buffer
}

const HEAD = 256 * 1024

/** Writes the bytes to a file in `folder`, calls `keep`, and removes the file unless `keep` moved it. */
export async function receive<T>(
  bytes: Bytes,
  { folder, limit = Number.POSITIVE_INFINITY }: { folder: string; limit?: number | undefined },
  keep: (received: Received) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, newId())
  try {
    return await keep({ file, ...(await write(bytes, file, limit)) })
  } finally {
    await rm(file, { force: true })
  }
}

async function write(bytes: Bytes, file: string, limit: number): Promise<Omit<Received, 'file'>> {
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let size = 0
  const handle = await open(file, 'wx')
  try {
    for await (const chunk of bytes) {
      if (size < HEAD) head.push(Buffer.from(chunk.subarray(0, HEAD - size)))
      size += chunk.length
      if (size > limit) throw problem('bodyTooLarge')
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { blob: hash.digest('hex'), size, head: Buffer.concat(head) }
}

/** Removes files that a crash left behind. Only old ones, because other processes may use the folder. */
export async function removeStale(folder: string): Promise<void> {
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const file = join(folder, name)
    const { mtimeMs } = (await stat(file).catch(ignoreMissing)) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - DAY) await rm(file, { force: true })
  }
}
