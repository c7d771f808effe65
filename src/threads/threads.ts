// Runs tasks in worker threads, so that long work never blocks the event loop. A task that exceeds its time or memory
// limit is stopped. Idle threads are reused for a while, because starting one costs more than most tasks.
import { Worker } from 'node:worker_threads'
import { MINUTE, SECOND } from '../lib/time.ts'
import type { FailureClass, TaskRequest, TaskResult, Tasks } from './messages.ts'

export interface ThreadOptions {
  /**
   * The file that calls `serveTasks`: its URL in the sources, and its name in the build, where all files are in one
   * folder.
   */
  source: URL
  built: string
  /** The time limit of a task, in milliseconds. */
  time: number
  /** The heap limit of a thread, in megabytes. */
  memory: number
  /** The maximum number of busy threads. */
  concurrency: number
  /** The class of expected failures, and its messages for tasks that are stopped. */
  failure: FailureClass
  stopped: Record<'time' | 'memory' | 'busy', string>
}

const MAX_QUEUED = 100
const IDLE_TIMEOUT = 30 * SECOND
/** Loading code does not count towards the time of a task. */
const START_TIMEOUT = MINUTE

interface QueuedTask {
  order: TaskRequest
  settle: { resolve(value: unknown): void; reject(error: Error): void }
}

export class Threads<T extends Tasks> {
  readonly #options: ThreadOptions
  readonly #idle = new Map<Worker, NodeJS.Timeout>()
  readonly #waiting: QueuedTask[] = []
  readonly #ready = new WeakSet<Worker>()
  #working = 0

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** Runs a task. Rejects as the task does, or with the failure that says why it was stopped. Arguments are cloned. */
  run<Name extends keyof T & string>(task: Name, ...input: Parameters<T[Name]>): Promise<Awaited<ReturnType<T[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length >= MAX_QUEUED) return reject(this.#stopped('busy'))
      this.#waiting.push({ order: { task, input }, settle: { resolve: resolve as (value: unknown) => void, reject } })
      this.#next()
    })
  }

  #next(): void {
    if (this.#working >= this.#options.concurrency) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#working++
    void this.#work(next).finally(() => {
      this.#working--
      this.#next()
    })
  }

  async #work({ order, settle }: QueuedTask): Promise<void> {
    const worker = this.#takeIdle() ?? this.#start()
    try {
      if (!this.#ready.has(worker)) await this.#messageOf(worker, START_TIMEOUT)
      this.#ready.add(worker)
      worker.postMessage(order)
      const answer = await this.#messageOf(worker, this.#options.time)
      if ('failed' in answer) throw answer.failed
      this.#keep(worker)
      if ('refused' in answer) settle.reject(new this.#options.failure(answer.refused))
      else settle.resolve(answer.done)
    } catch (error) {
      // The thread may be in any state, so it is not reused.
      void worker.terminate()
      settle.reject(error as Error)
    }
  }

  #start(): Worker {
    const worker = startThread(this.#options)
    // Idle threads need an error listener too: an unhandled error would end the process.
    worker.on('error', () => {}).on('exit', () => this.#forget(worker))
    return worker
  }

  #forget(worker: Worker): void {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
  }

  /** The next message of a thread: a result, or the ready message of a new thread. */
  #messageOf(worker: Worker, time: number): Promise<TaskResult> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        worker.off('message', answered).off('error', failed).off('exit', ended)
        settle()
      }
      const answered = (answer: TaskResult) => end(() => resolve(answer))
      const failed = (error: NodeJS.ErrnoException) =>
        end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#stopped('memory') : error))
      const ended = () => end(() => reject(new Error('A thread ended before its task was done.')))
      const timer = setTimeout(() => end(() => reject(this.#stopped('time'))), time)
      worker.on('message', answered).on('error', failed).on('exit', ended)
    })
  }

  #stopped(why: keyof ThreadOptions['stopped']): Error {
    return new this.#options.failure(this.#options.stopped[why])
  }

  #takeIdle(): Worker | undefined {
    const [worker] = this.#idle.keys()
    if (!worker) return undefined
    this.#forget(worker)
    worker.ref()
    return worker
  }

  #keep(worker: Worker): void {
    worker.unref()
    this.#idle.set(worker, setTimeout(() => void worker.terminate(), IDLE_TIMEOUT).unref())
  }
}

// Threads do not inherit the TypeScript loader, so they register it first. The build needs no loader.
function startThread({ source, built, memory }: ThreadOptions): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: memory }, execArgv: [] }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${built}`, import.meta.url), options)
  const loader = import.meta.resolve('tsx/esm/api')
  const begin = `import('${loader}').then(({ register }) => { register(); return import('${source.href}') })`
  return new Worker(begin, { ...options, eval: true })
}
