// One integration at work: takes calls, is watched while it has any, and is killed when it breaks a limit.
import { rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { CALL_HEADER, SOCKETS } from './config.ts'
import { RuntimeFailure } from './failures.ts'
import { type Code, memoryOf, type Started, startProcess } from './process.ts'
import type { Trace } from './trace.ts'

export interface Limits {
  /** Bytes of memory. */
  memory: number
  /** Milliseconds, here and below: until it listens. */
  start: number
  /** Until a call is answered; as long again for what it does afterwards. */
  call: number
  /** How long it may compute without a pause. */
  stuck: number
  /** Without a call, until it is ended. */
  idle: number
  /** Calls at the same time. */
  calls: number
  /** Bytes of an answer. */
  answer: number
}

export interface Call {
  id: string
  contentType: string
  body: Buffer
}

export interface Answer {
  status: number
  /** Names in lower case; those that came more than once as lists. */
  headers: IncomingMessage['headers']
  body: Buffer
}

const LOOK_EVERY = 250

export class Worker {
  readonly #started: Started
  readonly #limits: Limits
  readonly #traces = new Map<string, (trace: Trace) => void>()
  #watching: NodeJS.Timeout | undefined
  #lastPulse = 0
  #asked = false
  #why: RuntimeFailure | undefined
  /** When it last had something to do. */
  usedAt = Date.now()
  isOver = false
  #inFlight = 0

  private constructor(started: Started, limits: Limits, ended: () => void) {
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

  static async start(base: string, code: Code, limits: Limits, ended: () => void): Promise<Worker> {
    return new Worker(await startProcess(base, code, limits), limits, ended)
  }

  get isIdle(): boolean {
    return this.#inFlight === 0
  }

  /** Hands in a call. The trace comes when everything is done that the call has begun, or after a while without it. */
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
    this.#watching = setInterval(() => void this.#look(), LOOK_EVERY).unref()
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

  async #look(): Promise<void> {
    this.#feelPulse()
    if (Date.now() - this.#lastPulse > this.#limits.stuck) return this.end(new RuntimeFailure('stuck'))
    if ((await memoryOf(this.#started.child)) > this.#limits.memory) this.end(new RuntimeFailure('memory'))
  }

  /** The process has one thread: while a script computes, nothing else in it answers. */
  #feelPulse(): void {
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
