// A process that runs the script of one integration. It gets nothing of ours: no environment, a folder of its own, and
// one socket that leads out.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { CONFIG_FILE, configFor, SCRIPT_FILE, type ScriptKind, TRACER, TRACER_FILE } from './config.ts'
import { RuntimeFailure } from './failures.ts'

export interface Code {
  kind: ScriptKind
  source: Uint8Array
}

export interface Started {
  child: ChildProcess
  folder: string
}

const MIB = 1024 * 1024
const PAGE_SIZE = 4096
/** What the process maps for itself before it holds anything of the script. */
const OWN_DATA = 320 * MIB

/** Starts the process and waits until it listens; fails with what it says about a script that cannot run. */
export async function startProcess(
  base: string,
  { kind, source }: Code,
  limits: { memory: number; start: number },
): Promise<Started> {
  await mkdir(base, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(base, 'w'))
  await writeFile(join(folder, SCRIPT_FILE), source)
  await writeFile(join(folder, TRACER_FILE), TRACER)
  await writeFile(join(folder, CONFIG_FILE), configFor(kind))
  const child = launch(folder, limits.memory)
  try {
    await listening(child, limits.start)
    return { child, folder }
  } catch (error) {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

// The system refuses it more memory than this, however fast it asks; `memoryOf` tells of less. When this server dies,
// the end of the pipe it holds is closed, and the process goes too.
const LAUNCH = 'ulimit -c 0; ulimit -d "$0"; me=$$; (read -r _ <&4; kill -9 $me) 2>&- 3>&- & exec "$@" 4<&-'

function launch(folder: string, memory: number): ChildProcess {
  const kibibytes = String(Math.ceil((memory + OWN_DATA) / 1024))
  const child = spawn('/bin/sh', ['-c', LAUNCH, kibibytes, findBinary(), 'serve', CONFIG_FILE, '--control-fd=3'], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const held = child.stdio[4] as Writable
  held.on('error', () => undefined)
  child.once('exit', () => held.destroy())
  child.unref()
  return child
}

/** The binary for this machine, as npm has put it there. */
function findBinary(): string {
  try {
    return (createRequire(import.meta.url)('workerd') as { default: string }).default
  } catch (error) {
    throw new RuntimeFailure('start', error instanceof Error ? error.message : String(error))
  }
}

const SAID = 2000

function listening(child: ChildProcess, within: number): Promise<void> {
  let said = ''
  let told = ''
  const [errors, control] = [child.stderr!, child.stdio[3] as Readable]
  errors.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(0, SAID)
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RuntimeFailure('start', 'it did not get ready in time.')), within)
    const settle = (error?: Error) => {
      clearTimeout(timer)
      if (error) return reject(error)
      // It goes on talking, and must not be held up because nobody listens.
      errors.removeAllListeners('data').resume()
      resolve()
    }
    control.on('data', (chunk: Buffer) => {
      told += chunk.toString('utf8')
      if (told.includes('"socket":"calls"') && told.includes('"socket":"pulse"')) settle()
    })
    child.once('error', (error) => settle(new RuntimeFailure('start', error.message)))
    child.once('exit', () => settle(new RuntimeFailure('start', reasonIn(said))))
  })
}

/** What concerns the script of what the process says; the rest is about paths of ours. */
const reasonIn = (said: string): string =>
  /(Uncaught [^\n]*|No such module[^\n]*)/.exec(said)?.[1]?.trim() ?? 'it ended before it was ready.'

/** Resident memory; 0 where the system does not tell in this way. */
export async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const figures = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(figures.split(' ')[1] ?? 0) * PAGE_SIZE
}
