// Highlighted code, as far as it is known. What is not known yet is highlighted in a thread meanwhile, never while a
// request waits. Every node has its own cache: the same code always gives the same tokens, so nodes have nothing to agree
// on, and reading a page writes nothing to the database.
import { derived } from '../lib/derived.ts'
import { sha256 } from '../lib/hash.ts'
import { SECOND } from '../lib/time.ts'
import type { Token } from '../render/html/contract.ts'
import { Threads } from '../threads/threads.ts'
import { type Highlighted, toTokens, weightOf } from './compact.ts'
import { BUSY, HighlightFailure, type highlight } from './tasks.ts'

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

/** Without them no code would have colours: a page does not wait for the thread. Code that stays plain is kept as null. */
const highlights = derived<Highlighted | null>('highlights', { bytesOf: (lines) => (lines ? weightOf(lines) : 0) })

/** The tokens of a code; a promise if they are on their way; undefined if the code stays plain. */
export function findHighlights(code: string, syntax: string): Token[][] | Promise<void> | undefined {
  const name = syntax.toLowerCase()
  if (PLAIN_NAMES.has(name) || code.length > MAX_CODE || code.trim() === '') return undefined
  const key = sha256(`${name}\n${code}`)
  const known = highlights.find(key)
  if (known !== undefined) return known === null ? undefined : toTokens(code, known)
  return highlights
    .load(key, () => inThread(code, name))
    .then(
      () => {},
      () => {},
    )
}

async function inThread(code: string, syntax: string): Promise<Highlighted | null> {
  try {
    return (await threads.run('highlight', code, syntax)) ?? null
  } catch (error) {
    if (error instanceof HighlightFailure && error.message === BUSY) throw error
    return null
  }
}
