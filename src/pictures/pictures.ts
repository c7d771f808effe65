// Pictures in the widths that screens need: made once, in a thread, and kept by the hash of the original.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredFile } from '../files/backend.ts'
import { openCache } from '../files/cache.ts'
import type { FileStore } from '../files/store.ts'
import { derived } from '../lib/derived.ts'
import { randomBase62 } from '../lib/ids.ts'
import { SECOND } from '../lib/time.ts'
import { Threads } from '../threads/threads.ts'
import { BUSY, type makeSmaller, PictureFailure } from './tasks.ts'

export interface Pictures {
  /** The picture in this width, as WebP; undefined if it stays as it is, `later` if the server is too busy. */
  find(blob: string, type: string, width: number): Promise<StoredFile | 'later' | undefined>
}

const MIB = 1024 * 1024
const CACHE_SIZE = 1024 * MIB
/** Larger files stay as they are. */
const MAX_SIZE = 30 * MIB

// One thread: it ends when it has been idle for a while.
const threads = new Threads<{ makeSmaller: typeof makeSmaller }>({
  source: new URL('./worker.ts', import.meta.url),
  built: 'picture-worker.js',
  time: 20 * SECOND,
  memory: 512,
  concurrency: 1,
  failure: PictureFailure,
  stopped: {
    time: 'The picture takes too long.',
    memory: 'The picture needs too much memory.',
    busy: BUSY,
  },
})

/** Those that stay as they are: nothing on disk tells, and each try takes up to 20 seconds of the thread. */
const plain = derived<true>('plain picture', { bytesOf: () => 0 })

export function openPictures(store: FileStore, data: string): Pictures {
  const folder = join(data, 'pictures')
  const work = join(data, 'pictures.making')
  const cache = openCache(folder, CACHE_SIZE, 'webp')
  const making = new Map<string, Promise<StoredFile | 'later' | undefined>>()

  const make = async (key: string, blob: string, type: string, width: number) => {
    const stored = await store.find(blob)
    if (!stored || stored.size > MAX_SIZE) return undefined
    const original = Buffer.concat(await (await stored.read()).toArray())
    try {
      const { bytes } = await threads.run('makeSmaller', original, type, width)
      if (bytes.length >= original.length) throw new PictureFailure('The picture is small already.')
      const file = join(work, `${key}-${randomBase62(8)}`)
      await mkdir(work, { recursive: true })
      await writeFile(file, bytes)
      return await cache.add(key, file)
    } catch (error) {
      if (error instanceof PictureFailure && error.message === BUSY) return 'later'
      // Whatever is wrong with it, the original is there.
      plain.keep(key, true)
      return undefined
    }
  }

  return {
    async find(blob, type, width) {
      const key = `${blob}-${width}`
      if (plain.find(key)) return undefined
      const known = making.get(key) ?? (await cache.find(key)) ?? making.get(key)
      if (known) return known
      const made = make(key, blob, type, width).finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
  }
}
