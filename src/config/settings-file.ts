// The settings file: lines `NAME=value`, as `lectern setup` writes them. The environment wins over it.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError } from '../config.ts'

export const SETTINGS_FILE = 'lectern.env'

type Environment = Record<string, string | undefined>

const added = new WeakMap<Environment, Set<string>>()

/** True for settings that the file added to the environment. */
export const isFromSettingsFile = (environment: Environment, name: string): boolean =>
  added.get(environment)?.has(name) ?? false

const LINE = /^([A-Z][A-Z0-9_]*)=(.*)$/

/** Adds what the file says to the environment: the one that LECTERN_SETTINGS names, or `lectern.env` in this folder. */
export function applySettingsFile(environment: Environment): void {
  const named = environment.LECTERN_SETTINGS
  const file = resolve(named ?? SETTINGS_FILE)
  if (named === undefined && !existsSync(file)) return
  const names = new Set<string>()
  added.set(environment, names)
  for (const [name, value] of parseSettings(readSettings(file), file)) {
    if (environment[name] !== undefined || environment[`${name}_FILE`] !== undefined) continue
    environment[name] = value
    names.add(name)
  }
}

function readSettings(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new ConfigError(`The settings file ${file} cannot be read: check its path and permissions.`)
  }
}

/** Empty lines and those that begin with # say nothing; a value may be in quotes. */
export function parseSettings(text: string, file: string): [name: string, value: string][] {
  return text.split(/\r?\n/).flatMap((line, index): [string, string][] => {
    const said = line.trim()
    if (said === '' || said.startsWith('#')) return []
    const found = LINE.exec(said)
    if (!found) throw new ConfigError(`Line ${index + 1} of ${file} is not a setting: write NAME=value.`)
    return [[found[1]!, found[2]!.replace(/^(["'])(.*)\1$/, '$2')]]
  })
}
