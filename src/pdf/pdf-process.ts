// Runs the printing process. It is a process, not a thread: native code in a thread cannot be stopped or limited in
// memory, and a crash would take the server down. It starts with the first request, is killed when a request exceeds a
// limit, and exits when idle.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { problem } from '../errors.ts'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'
import { memoryOf, processorTimeOf } from '../lib/process-usage.ts'
import { MINUTE, SECOND } from '../lib/time.ts'
import type { PrintRequest, PrintResult } from './book-folder.ts'
import type { PrintKind } from './print-kinds.ts'

export interface PdfProcessLimits {
  /** Processor time for one book in milliseconds, besides the time its pictures add. */
  time: number
  /** Memory limit of the process, in bytes. */
  memory: number
}

const IDLE = MINUTE
const CHECK_INTERVAL = 200
/** On a busy machine, a print may last this many times as long as the processor time it may take. */
const PATIENCE = 10
/** Pictures are decoded and compressed again, which was measured at 0.15 s of processor time per megabyte. */
const TIME_PER_MEGABYTE = SECOND / 2

export class PdfProcess {
  readonly #kind: PrintKind
  readonly #limits: PdfProcessLimits
  #process: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(kind: PrintKind, limits: PdfProcessLimits) {
    this.#kind = kind
    this.#limits = limits
  }

  /** Starts the process ahead of the first request, because that takes a second. */
  warmUp(): void {
    if (this.#isStopped) return
    clearTimeout(this.#idle)
    this.#running()
    this.#idle = setTimeout(() => this.#end(), IDLE).unref()
  }

  /** Prints what is in the folder. The caller ensures that only one print runs at a time. */
  async print(folder: string): Promise<void> {
    const order = { kind: this.#kind, folder }
    const isDone = (await this.#order({ ...order, careful: false })) || (await this.#order({ ...order, careful: true }))
    if (!isDone) throw new Error('The printing process exited before it finished.')
  }

  /** Returns false if the process exited by itself. */
  async #order(order: PrintRequest): Promise<boolean> {
    if (this.#isStopped) throw problem('unavailable')
    clearTimeout(this.#idle)
    const time = this.#limits.time + (await pictureTime(order.folder))
    const child = this.#running()
    const limits = this.#watch(child, time)
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

  /** Fails the current print and refuses further ones. */
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

  #watch(child: ChildProcess, time: number): { areBroken(): boolean; end(): void } {
    let broken = false
    let isOver = false
    const start = performance.now()
    const before = processorTimeOf(child)
    const check = async () => {
      const isTooLong = await exceeds(child, time, performance.now() - start, before)
      const isTooLarge = (await memoryOf(child)) > this.#limits.memory
      if (isOver || !(isTooLong || isTooLarge)) return
      broken = true
      child.kill('SIGKILL')
    }
    const timer = setTimeout(check, time)
    const looking = setInterval(check, CHECK_INTERVAL)
    return {
      areBroken: () => broken,
      end() {
        isOver = true
        clearTimeout(timer)
        clearInterval(looking)
      },
    }
  }
}

/** Work that several processors share, and work on systems that tell no processor time, may take that time by the clock. */
async function exceeds(
  child: ChildProcess,
  time: number,
  elapsed: number,
  before: Promise<number | undefined>,
): Promise<boolean> {
  if (elapsed < time) return false
  const [first, now] = [await before, await processorTimeOf(child)]
  const used = first === undefined || now === undefined ? elapsed : now - first
  return used >= time || elapsed >= time * PATIENCE
}

async function pictureTime(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  return (sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20) * TIME_PER_MEGABYTE
}

/** Undefined if the process exited before it answered. */
async function outcomeOf(child: ChildProcess, order: PrintRequest): Promise<PrintResult | undefined> {
  const over = new AbortController()
  const { signal } = over
  try {
    const answer = once(child, 'message', { signal }).then(([outcome]) => outcome as PrintResult)
    const end = once(child, 'exit', { signal }).then(() => undefined)
    // An exiting process may refuse the request; its exit is what counts.
    child.send(order, () => {})
    return await Promise.race([answer, end])
  } finally {
    over.abort()
  }
}

/** The entry point of the process: beside this file in a build, a source file otherwise. */
const isSource = import.meta.url.endsWith('.ts')
const ENTRY = fileURLToPath(new URL(isSource ? './worker.ts' : './pdf-worker.js', import.meta.url))

function start(): ChildProcess {
  const child = fork(ENTRY, {
    execArgv: isSource ? ['--import', 'tsx'] : [],
    cwd: fileURLToPath(PACKAGE_FOLDER),
    // No settings of the server: the input is untrusted.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  // It can use every core, but requests have priority.
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // If that is not permitted, it runs at the same priority.
  }
  return child
}
