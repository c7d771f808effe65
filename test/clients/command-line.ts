// The public command line, installed beside the project without its install scripts: they would download a tunnel that
// only its development server needs.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

const FOLDER = fileURLToPath(new URL('../../.clients', import.meta.url))
const PACKAGES = { '@gitbook/cli': '0.25.1', '@gitbook/runtime': '0.21.0' }

export interface Outcome {
  code: number
  /** Its complete output. */
  output: string
}

export interface CommandLine {
  /** The folder of the integration. */
  project: string
  run(
    args: string[],
    options?: { input?: string; environment?: Record<string, string>; seconds?: number },
  ): Promise<Outcome>
  remove(): Promise<void>
}

export async function installCommandLine(): Promise<void> {
  if (await isInstalled()) return
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await run(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, maxBuffer: 2 ** 26 })
}

const isInstalled = async (): Promise<boolean> => {
  const versions = Object.entries(PACKAGES).map(async ([name, version]) => {
    const file = join(FOLDER, 'node_modules', name, 'package.json')
    return existsSync(file) && JSON.parse(await readFile(file, 'utf8')).version === version
  })
  return (await Promise.all(versions)).every(Boolean)
}

/** Uses a home folder of its own, so that no user configuration is read or changed. */
export async function openCommandLine(environment: Record<string, string>): Promise<CommandLine> {
  // Below the package folder, so that the integration can import the packages.
  const home = await mkdtemp(join(FOLDER, 'home-'))
  const project = join(home, 'project')
  await mkdir(project)
  const own = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), TMPDIR: home, NO_COLOR: '1', PATH: process.env.PATH }
  return {
    project,
    run: (args, { input = '', environment: more = {}, seconds = 120 } = {}) =>
      execute(args, { cwd: project, env: { ...own, ...environment, ...more }, timeout: seconds * 1000 }, input),
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

interface Execution {
  cwd: string
  env: Record<string, string | undefined>
  timeout: number
}

const execute = (args: string[], execution: Execution, input: string): Promise<Outcome> =>
  new Promise((resolve) => {
    const script = join(FOLDER, 'node_modules', '@gitbook', 'cli', 'cli.js')
    const child = execFile(process.execPath, [script, ...args], execution, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0
      resolve({ code, output: stdout + stderr })
    })
    child.stdin!.end(input)
  })
