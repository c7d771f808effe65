// Starts the process that runs the script of one integration. It inherits nothing from the server: no environment, a
// folder of its own, and one outbound socket.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { WORKERD } from '../lib/version.ts'
import { CONFIG_FILE, configFor, SCRIPT_FILE, type ScriptKind, TRACER, TRACER_FILE } from './config.ts'
import { RuntimeFailure } from './failures.ts'

export interface ScriptCode {
  kind: ScriptKind
  source: Uint8Array
}

export interface StartedProcess {
  child: ChildProcess
  folder: string
}

const MIB = 1024 * 1024
/** Memory that the process maps before it loads the script. */
const OWN_DATA = 320 * MIB

/** Starts the process and waits until it listens; fails with its error message if the script cannot run. */
export async function startProcess(
  base: string,
  { kind, source }: ScriptCode,
  limits: { memory: number; start: number },
): Promise<StartedProcess> {
  await mkdir(base, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(base, 'w'))
  await writeFile(join(folder, SCRIPT_FILE), source)
  await writeFile(join(folder, TRACER_FILE), TRACER)
  await writeFile(join(folder, CONFIG_FILE), configFor(kind))
  const child = launch(folder, limits.memory)
  try {
    await untilListening(child, limits.start)
    return { child, folder }
  } catch (error) {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

// The system limits its memory, however fast it allocates; `memoryOf` reports less. When this server dies, its end of
// the pipe closes and the process is killed.
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

/** Finds the binary for this platform, as installed by npm. Servers without integrations do without it. */
function findBinary(): string {
  const require = createRequire(import.meta.url)
  try {
    return (require('workerd') as { default: string }).default
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND'
    throw new RuntimeFailure('start', isMissing ? MISSING : error instanceof Error ? error.message : String(error))
  }
}

const MISSING = `the server has no workerd: run "npm install workerd@${WORKERD}" where Lectern is installed.`

const MAX_OUTPUT = 2000

function untilListening(child: ChildProcess, within: number): Promise<void> {
  let said = ''
  let told = ''
  const [errors, control] = [child.stderr!, child.stdio[3] as Readable]
  errors.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(0, MAX_OUTPUT)
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RuntimeFailure('start', 'it did not start in time.')), within)
    const settle = (error?: Error) => {
      clearTimeout(timer)
      if (error) return reject(error)
      // Drains its output, so that it never blocks on a full pipe.
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

/** Extracts the part about the script from the output; the rest is about our paths. */
const reasonIn = (said: string): string =>
  /(Uncaught [^\n]*|No such module[^\n]*)/.exec(said)?.[1]?.trim() ?? 'it exited before it was ready.'
