// A release: everything is checked before anything is written, and what was written is taken back when a step fails.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseIn } from './changelog.ts'

/** Why there is no release; the message is for whoever asked for it. */
export class ReleaseError extends Error {}

export interface Release {
  /** The repository. */
  folder: string
  version: string
  /** Of today, as in `2026-11-16`. */
  date: string
  /** Hears of every step. */
  say?: (line: string) => void
}

/** Scripts of package.json that have to succeed first. */
const CHECKS = ['types', 'lint', 'test:contract']

type Run = (command: string, ...words: string[]) => string

/** The name of the package file. */
export function release({ folder, version, date, say = () => {} }: Release): string {
  const run = runnerIn(folder, say)
  check(run, folder, version)
  try {
    write(run, folder, version, date)
    run('git', 'commit', '--all', '--quiet', '--message', `release: ${version}`)
  } catch (error) {
    run('git', 'reset', '--hard', '--quiet')
    throw error
  }
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Lectern ${version}`)
  run('npm', 'run', 'build')
  return run('npm', 'pack', '--silent').trim().split('\n').at(-1)!
}

function check(run: Run, folder: string, version: string): void {
  const { version: current } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!isNewer(version, current)) throw new ReleaseError(`${version || 'Nothing'} is not a version after ${current}.`)
  if (run('git', 'status', '--porcelain') !== '') throw new ReleaseError('The working tree has changes: commit them.')
  if (run('git', 'tag', '--list', `v${version}`) !== '') throw new ReleaseError(`The tag v${version} exists already.`)
  releaseIn(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), version, '')
  for (const script of CHECKS) run('npm', 'run', script)
}

function write(run: Run, folder: string, version: string, date: string): void {
  const changelog = join(folder, 'CHANGELOG.md')
  run('npm', 'version', version, '--no-git-tag-version')
  writeFileSync(changelog, releaseIn(readFileSync(changelog, 'utf8'), version, date))
  run('npm', 'run', 'docs:openapi')
  // From now on, changes are compared with this contract.
  const contract = JSON.parse(readFileSync(join(folder, 'docs/openapi.json'), 'utf8'))
  writeFileSync(join(folder, 'test/released-openapi.json'), `${JSON.stringify(contract)}\n`)
}

/** Runs commands in a folder, and stops at the first that fails, with what it printed. */
function runnerIn(cwd: string, say: (line: string) => void): Run {
  return (command, ...words) => {
    const line = [command, ...words].join(' ')
    say(line)
    try {
      return execFileSync(command, words, { cwd, encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new ReleaseError(`${line} failed:\n${stdout}${stderr}`)
    }
  }
}

const NUMBERS = /^(\d+)\.(\d+)\.(\d+)$/

function isNewer(version: string, current: string): boolean {
  const [, ...wanted] = NUMBERS.exec(version)?.map(Number) ?? []
  const [, ...known] = NUMBERS.exec(current)?.map(Number) ?? []
  const differs = wanted.findIndex((number, index) => number !== known[index])
  return differs !== -1 && wanted[differs]! > known[differs]!
}
