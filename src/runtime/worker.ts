// The worker of one integration: dispatches calls to its process, watches it meanwhile, and kills it if it exceeds a
// limit.
import { rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { memoryOf } from '../lib/process-usage.ts'
import { CALL_HEADER, SOCKETS } from './config.ts'
import { RuntimeFailure } from './failures.ts'
import { type ScriptCode, type StartedProcess, startProcess } from './process.ts'
import type { Trace } from './trace.ts'

export interface Limits {
  /** Bytes of memory. */
  memory: number
  /** Milliseconds until it listens. All times are in milliseconds. */
  start: number
  /** Until a call is answered, and again until the work it started ends. */
  call: number
  /** Time that it can block its thread. */
  stuck: number
  /** Idle time before it is stopped. */
  idle: number
  /** Concurrent calls. */
  calls: number
  /** Bytes of a response. */
  answer: number
}

export interface Call {
  id: string
  contentType: string
  body: Buffer
}

export interface Answer {
  status: number
  /** Names are in lower case; repeated headers are arrays. */
  headers: IncomingMessage['headers']
  body: Buffer
}

const CHECK_INTERVAL = 250

export class Worker {
  readonly #started: StartedProcess
  readonly #limits: Limits
  readonly #traces = new Map<string, (trace: Trace) => void>()
  #watching: NodeJS.Timeout | undefined
  #lastPulse = 0
  #asked = false
  #why: RuntimeFailure | undefined
  /** The time of the last activity. */
  usedAt = Date.now()
  isOver = false
  #inFlight = 0

  private constructor(started: StartedProcess, limits: Limits, ended: () => void) {
    this.#started = started
    this.#limits = limits
    started.child.once('exit', () => {
      this.isOver = true
      clearInterval(this.#watching)
      for (const settle of this.#traces.values()) settle({ logs: [] })
      ended()
      void rm(started.folder, { recursive: true, force: true })
    })
  }

  static async start(base: string, code: ScriptCode, limits: Limits, ended: () => void): Promise<Worker> {
    return new Worker(await startProcess(base, code, limits), limits, ended)
  }

  get isIdle(): boolean {
    return this.#inFlight === 0
  }

  /** Dispatches a call. The trace resolves when all work of the call has ended, or after a timeout without one. */
  async call(call: Call): Promise<{ answer: Answer; trace: Promise<Trace> }> {
    if (this.#inFlight >= this.#limits.calls) throw new RuntimeFailure('busy')
    this.#begin()
    const trace = this.#traceOf(call.id)
    void trace.finally(() => this.#finish())
    try {
      return { answer: await this.#send(call), trace }
    } catch (error) {
      throw this.#why ?? (error instanceof RuntimeFailure ? error : new RuntimeFailure('crash'))
    }
  }

  heard(call: string, trace: Trace): void {
    this.#traces.get(call)?.(trace)
  }

  end(why?: RuntimeFailure): void {
    this.isOver = true
    this.#why ??= why
    this.#started.child.kill('SIGKILL')
  }

  #begin(): void {
    this.#inFlight++
    this.usedAt = Date.now()
    if (this.#watching) return
    this.#lastPulse = Date.now()
    this.#watching = setInterval(() => void this.#checkLimits(), CHECK_INTERVAL).unref()
  }

  #finish(): void {
    this.#inFlight--
    this.usedAt = Date.now()
    if (!this.isIdle) return
    clearInterval(this.#watching)
    this.#watching = undefined
  }

  #traceOf(call: string): Promise<Trace> {
    return new Promise<Trace>((resolve) => {
      const timer = setTimeout(() => settle({ logs: [] }), 2 * this.#limits.call).unref()
      const settle = (trace: Trace) => {
        clearTimeout(timer)
        this.#traces.delete(call)
        resolve(trace)
      }
      this.#traces.set(call, settle)
    })
  }

  async #checkLimits(): Promise<void> {
    this.#checkPulse()
    if (Date.now() - this.#lastPulse > this.#limits.stuck) return this.end(new RuntimeFailure('stuck'))
    if ((await memoryOf(this.#started.child)) > this.#limits.memory) this.end(new RuntimeFailure('memory'))
  }

  /** The process has one thread: nothing in it responds while a script computes. */
  #checkPulse(): void {
    if (this.#asked) return
    this.#asked = true
    const over = () => {
      this.#asked = false
    }
    request({ socketPath: join(this.#started.folder, SOCKETS.pulse), agent: false }, (response) => {
      this.#lastPulse = Date.now()
      response.resume()
      over()
    })
      .on('error', over)
      .end()
  }

  #send({ id, contentType, body }: Call): Promise<Answer> {
    const headers = {
      host: 'integration',
      'content-type': contentType,
      'content-length': body.length,
      [CALL_HEADER]: id,
    }
    const path = { socketPath: join(this.#started.folder, SOCKETS.calls), path: '/v1', method: 'POST', agent: false }
    return new Promise((resolve, reject) => {
      const outgoing = request({ ...path, headers }, (response) => {
        readAnswer(response, this.#limits.answer)
          .then(resolve, reject)
          .finally(() => clearTimeout(timer))
      })
      const timer = setTimeout(() => outgoing.destroy(new RuntimeFailure('timeout')), this.#limits.call)
      outgoing.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      outgoing.end(body)
    })
  }
}

async function readAnswer(response: IncomingMessage, limit: number): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new RuntimeFailure('tooLarge')
    chunks.push(chunk)
  }
  return { status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }
}
