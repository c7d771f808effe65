// Runs the printing process. A process rather than a thread: native code in a thread can neither be stopped nor held to
// an amount of memory, and takes the server down with it when it falls. It starts with the first order, is killed when
// an order takes too long or too much, and ends when nothing has come for a while.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { problem } from '../errors.ts'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'
import { MINUTE } from '../lib/time.ts'
import type { Order, Outcome } from './job.ts'

export interface PressLimits {
  /** Milliseconds that one book may take. */
  time: number
  /** Bytes of memory that the process may hold. */
  memory: number
}

const IDLE = MINUTE
const LOOK_EVERY = 200
const PAGE_SIZE = 4096

export class Press {
  readonly #limits: PressLimits
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(limits: PressLimits) {
    this.#limits = limits
  }

  /** Starts the process while there is still nothing to print, because that takes a second. */
  getReady(): void {
    if (this.#isStopped) return
    clearTimeout(this.#idle)
    this.#running()
    this.#idle = setTimeout(() => this.#end(), IDLE).unref()
  }

  /** Prints what lies in the folder. One at a time: whoever calls sees to that. */
  async print(folder: string): Promise<void> {
    const isDone = (await this.#order({ folder, careful: false })) || (await this.#order({ folder, careful: true }))
    if (!isDone) throw new Error('The printing process ended before it had printed.')
  }

  /** False when the process came to its end by itself. */
  async #order(order: Order): Promise<boolean> {
    if (this.#isStopped) throw problem('unavailable')
    clearTimeout(this.#idle)
    const child = this.#running()
    const limits = this.#watch(child)
    try {
      const outcome = await outcomeOf(child, order)
      if (outcome && 'failed' in outcome) throw new Error(outcome.failed)
      if (limits.areBroken()) throw problem('pdfTooLarge')
      return outcome !== undefined
    } finally {
      limits.end()
      this.#idle = setTimeout(() => this.#end(), IDLE).unref()
    }
  }

  /** What is being printed fails, and nothing is printed any more. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#idle)
    this.#end()
  }

  #end(): void {
    this.#process?.kill('SIGKILL')
    this.#process = undefined
  }

  #running(): ChildProcess {
    if (this.#process?.connected && this.#process.exitCode === null && !this.#process.killed) return this.#process
    this.#process = start()
    return this.#process
  }

  #watch(child: ChildProcess): { areBroken(): boolean; end(): void } {
    let broken = false
    const breakOff = () => {
      broken = true
      child.kill('SIGKILL')
    }
    const timer = setTimeout(breakOff, this.#limits.time)
    const looking = setInterval(async () => {
      if ((await memoryOf(child)) > this.#limits.memory) breakOff()
    }, LOOK_EVERY)
    return {
      areBroken: () => broken,
      end() {
        clearTimeout(timer)
        clearInterval(looking)
      },
    }
  }
}

/** Undefined when it ended before it answered. */
async function outcomeOf(child: ChildProcess, order: Order): Promise<Outcome | undefined> {
  const over = new AbortController()
  const { signal } = over
  try {
    const answer = once(child, 'message', { signal }).then(([outcome]) => outcome as Outcome)
    const end = once(child, 'exit', { signal }).then(() => undefined)
    child.send(order)
    return await Promise.race([answer, end])
  } finally {
    over.abort()
  }
}

/** Where the code of the process lies: beside this one in a build, and as a source in the sources. */
const isSource = import.meta.url.endsWith('.ts')
const ENTRY = fileURLToPath(new URL(isSource ? './worker.ts' : './pdf-worker.js', import.meta.url))

function start(): ChildProcess {
  const child = fork(ENTRY, {
    execArgv: isSource ? ['--import', 'tsx'] : [],
    cwd: fileURLToPath(PACKAGE_FOLDER),
    // Nothing of the server's settings: what is printed comes from outside.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  // It may use every core, but whoever is to be answered comes first.
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where it is not allowed, it prints at the same priority.
  }
  return child
}

/** Resident memory; 0 where the system does not tell in this way. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const figures = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(figures.split(' ')[1] ?? 0) * PAGE_SIZE
}
