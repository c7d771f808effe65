// Starts what is measured, each in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/support/free-port.ts'

export const ADMIN_TOKEN = 'bench-token-bench-token-bench-token-bench'

export interface Server {
  url: string
  /** Milliseconds from the start of the process to the first answer. */
  readyAfter: number
  /** Resident memory in bytes. */
  memory(): Promise<number>
  /** Milliseconds of processor time it has used. */
  processorTime(): Promise<number>
  stop(): Promise<void>
  /** Ends it without warning. */
  kill(): Promise<void>
}

const OWN = new URL('../bin/lectern.js', import.meta.url).pathname

/** Lectern on an empty or existing data folder, as a user would start it, but without logs of requests or a rate limit. */
export function startLectern(data: string, environment: Record<string, string> = {}, launcher = OWN): Promise<Server> {
  return start([launcher, 'serve'], {
    LECTERN_DATA: data,
    LECTERN_ADMIN_TOKEN: ADMIN_TOKEN,
    LECTERN_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    ...environment,
  })
}

export const startBare = (body: string, writes = false): Promise<Server> =>
  start(['--import', 'tsx', new URL('./bare-server.ts', import.meta.url).pathname], {
    BARE_BODY: body,
    ...(writes ? { BARE_WRITES: '1' } : {}),
  })

export async function scratchFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

async function start(args: string[], environment: Record<string, string>): Promise<Server> {
  const port = Number(environment.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment, PORT: String(port), LECTERN_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(url, child)
  return {
    url,
    readyAfter: performance.now() - began,
    memory: () => residentMemory(child.pid!),
    processorTime: () => processorTime(child.pid!),
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const alive = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
    if (alive) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode} before it answered.`)
}

// Linux counts in hundredths of a second, in the 14th and 15th field; the second may hold spaces.
async function processorTime(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function residentMemory(pid: number): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
