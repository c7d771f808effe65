// The thread pool for large texts and documents.
import { SECOND } from '../../../lib/time.ts'
import { Threads } from '../../../threads/threads.ts'
import { TooLarge, type tasks } from './tasks.ts'

export const threads = new Threads<typeof tasks>({
  source: new URL('./worker.ts', import.meta.url),
  built: 'content-worker.js',
  time: 20 * SECOND,
  memory: 512,
  concurrency: 2,
  failure: TooLarge,
  stopped: {
    time: 'takes too long to process: split the page',
    memory: 'needs too much memory to process: split the page',
    busy: 'cannot be processed right now: try again in a minute',
  },
})
