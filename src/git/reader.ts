// Reads repository objects in threads, which are stopped on timeout.
import { MINUTE } from '../lib/time.ts'
import { Threads } from '../threads/threads.ts'
import { GitFailure } from './failures.ts'
import type { tasks } from './tasks.ts'

export const reader = new Threads<typeof tasks>({
  source: new URL('./worker.ts', import.meta.url),
  built: 'git-worker.js',
  time: 2 * MINUTE,
  memory: 1024,
  concurrency: 2,
  failure: GitFailure,
  stopped: {
    time: 'The repository takes too long to read: use a smaller one.',
    memory: 'The repository needs too much memory to read: use a smaller one.',
    busy: 'Too many repositories are being read: try again in a minute.',
  },
})
