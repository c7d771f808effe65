// Starts the measured servers, each in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/support/free-port.ts'

export const ADMIN_TOKEN = 'bench-token-bench-token-bench-token-bench'

export interface Server {
  url: string
  pid: number
  /** Milliseconds from process start to the first response. */
  readyAfter: number
  /** Resident memory in bytes. */
  memory(): Promise<number>
  /** Processor time in milliseconds. */
  processorTime(): Promise<number>
  stop(): Promise<void>
  /** Kills the process. */
  kill(): Promise<void>
}

/** This checkout, or the one that BENCH_SERVER names: two versions are measured with the same benchmark. */
const CHECKOUT = process.env.BENCH_SERVER ?? fileURLToPath(new URL('..', import.meta.url))
const OWN = join(CHECKOUT, 'bin/lectern.js')

/** Starts Lectern on an empty or existing data folder like a user, but without request logs and rate limits. */
export function startLectern(data: string, environment: Record<string, string> = {}, launcher = OWN): Promise<Server> {
  return start([launcher, 'serve'], {
    LECTERN_DATA: data,
    LECTERN_ADMIN_TOKEN: ADMIN_TOKEN,
    LECTERN_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
    ...environment,
  })
}

/** Starts what Lectern is compared with. `content` is sent: bodies by their addresses, or the pages to search. */
export async function startBare(kind: 'bytes' | 'files' | 'search', content: object): Promise<Server> {
  const folder = await scratchFolder()
  const file = join(folder.path, 'content.json')
  await writeFile(file, JSON.stringify(content))
  const program = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
  const server = await start(['--import', 'tsx', program], { BARE_KIND: kind, BARE_FILE: file })
  return { ...server, stop: () => server.stop().finally(folder.remove) }
}

export async function scratchFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-bench-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

async function start(args: string[], environment: Record<string, string>): Promise<Server> {
  const port = Number(environment.PORT ?? (await freePort()))
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, LECTERN_URL: url, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(url, child)
  return {
    url,
    pid: child.pid!,
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
  throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode} before it responded.`)
}

// Nanoseconds, by thread. `/proc/<pid>/stat` counts hundredths of a second only.
async function processorTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  // A thread may have ended meanwhile.
  const read = (id: string) => readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8').catch(() => '0')
  const texts = await Promise.all(threads.map(read))
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6
}

async function residentMemory(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
