// Highlighted code, as far as it is known. What is not known yet is highlighted in a thread meanwhile, never while a
// request waits. Every node has its own cache: the same code always gives the same tokens, so nodes have nothing to agree
// on, and reading a page writes nothing to the database.
import { sha256 } from '../lib/hash.ts'
import { LruCache } from '../lib/lru-cache.ts'
import { SECOND } from '../lib/time.ts'
import type { Token } from '../render/html/contract.ts'
import { Threads } from '../threads/threads.ts'
import { type Highlighted, toTokens, weightOf } from './compact.ts'
import { BUSY, HighlightFailure } from './failure.ts'
import type { highlight } from './tasks.ts'

/** Larger code stays plain. */
export const MAX_CODE = 100_000

const PLAIN_NAMES = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'ansi'])

// One thread: it ends when it has been idle for a while, and its memory is bounded.
const threads = new Threads<{ highlight: typeof highlight }>({
  source: new URL('./worker.ts', import.meta.url),
  built: 'highlight-worker.js',
  time: 10 * SECOND,
  memory: 256,
  concurrency: 1,
  failure: HighlightFailure,
  stopped: {
    time: 'The code takes too long to highlight.',
    memory: 'The code needs too much memory to highlight.',
    busy: BUSY,
  },
})

/** By bytes. Code that stays plain is kept as null. */
const cache = new LruCache<Highlighted | null>(16 * 1024 * 1024)
const pending = new Map<string, Promise<void>>()

/** The tokens of a code; a promise if they are on their way; undefined if the code stays plain. */
export function findHighlights(code: string, syntax: string): Token[][] | Promise<void> | undefined {
  const name = syntax.toLowerCase()
  if (PLAIN_NAMES.has(name) || code.length > MAX_CODE || code.trim() === '') return undefined
  const key = sha256(`${name}\n${code}`)
  const known = cache.get(key)
  if (known !== undefined) return known === null ? undefined : toTokens(code, known)
  let running = pending.get(key)
  if (!running) {
    running = load(key, code, name).finally(() => pending.delete(key))
    pending.set(key, running)
  }
  return running
}

async function load(key: string, code: string, syntax: string): Promise<void> {
  try {
    const lines = await threads.run('highlight', code, syntax)
    cache.set(key, lines ?? null, lines ? weightOf(lines) : 100)
  } catch (error) {
    if (!(error instanceof HighlightFailure && error.message === BUSY)) cache.set(key, null, 100)
  }
}
