// Parses the files of one specification. Small ones here and now; large ones in a thread, which is stopped when it takes
// too long or needs too much memory.
import { Worker } from 'node:worker_threads'
import { MINUTE } from '../lib/time.ts'
import { type Digested, digestFile } from './digest.ts'

/** Starting a thread takes longer than parsing this much, and nobody notices that. */
const SMALL = 64 * 1024
const LONGEST = MINUTE
const MEMORY_MB = 1024

export interface Parser {
  parse(bytes: Buffer): Promise<Digested>
  close(): Promise<void>
}

export function createParser(): Parser {
  let worker: Worker | undefined
  return {
    async parse(bytes) {
      if (bytes.length <= SMALL) return digestFile(bytes)
      worker ??= startWorker()
      return askWorker(worker, bytes)
    },
    async close() {
      await worker?.terminate()
    },
  }
}

// A thread does not inherit what loads the sources, so there it begins with that; the build needs nothing of the kind.
function startWorker(): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB }, execArgv: [] }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./openapi-worker.js', import.meta.url), options)
  const [loader, worker] = [import.meta.resolve('tsx/esm/api'), new URL('./worker.ts', import.meta.url).href]
  const begin = `import('${loader}').then(({ register }) => { register(); return import('${worker}') })`
  return new Worker(begin, { ...options, eval: true })
}

function askWorker(worker: Worker, bytes: Buffer): Promise<Digested> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end({ error: 'The file takes too long to read: make it smaller.' }), LONGEST)
    const fail = (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? end({ error: 'The file needs too much memory to read: make it smaller.' })
        : end(undefined, error)
    const end = (digested: Digested | undefined, error?: Error) => {
      clearTimeout(timer)
      worker.off('message', end).off('error', fail)
      if (digested) resolve(digested)
      else reject(error)
    }
    worker.once('message', end).once('error', fail)
    const copy = new Uint8Array(bytes)
    worker.postMessage(copy, [copy.buffer])
  })
}
