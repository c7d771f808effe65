// What a move has done so far, in a file: so that it goes on where it ended, and repeats nothing.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import { findJson } from '../../lib/json.ts'
import { CommandError } from '../failures.ts'
import type { Fields } from './client.ts'

export interface Moved {
  id: string
  /** Of the fields that were written last. */
  hash?: string
  /** Of the document that was written last. */
  document?: string
  /** Of the source, when it was written last. */
  updatedAt?: string
}

export interface ContentState {
  pages: Record<string, Moved>
  files: Record<string, Moved>
  reusables: Record<string, Moved>
  /** Its variables. */
  variables?: string
}

export interface SpaceState extends ContentState {
  id: string
  changeRequests: Record<string, Moved & { content: ContentState; comments: Record<string, Moved> }>
  comments: Record<string, Moved>
}

export interface State {
  /** Both organizations: a file belongs to one move. */
  from: string
  to: string
  /** Keys of writes begin with it. */
  name: string
  collections: Record<string, Moved>
  spaces: Record<string, SpaceState>
  sites: Record<string, Moved & { spaces: Record<string, Moved>; sections: Record<string, Moved> }>
}

export const hashOf = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 32)

export const emptyContent = (): ContentState => ({ pages: {}, files: {}, reusables: {} })

export interface StateFile {
  state: State
  save(): Promise<void>
}

/** `isDry`: nothing is kept. */
export async function openState(
  path: string,
  { from, to, isDry }: { from: string; to: string; isDry: boolean },
): Promise<StateFile> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const known = text === undefined ? undefined : (findJson(text) as State | undefined)
  if (text !== undefined && known?.from === undefined)
    throw new CommandError(`${path} cannot be read: remove it to start again.`)
  if (known && (known.from !== from || known.to !== to))
    throw new CommandError(`${path} belongs to another move: name another file with --state.`)
  const state = known ?? { from, to, name: newId(), collections: {}, spaces: {}, sites: {} }
  return {
    state,
    async save() {
      if (isDry) return
      await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

/** The fields that are there, in one order. */
export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined || fields[name] === null ? [] : [[name, fields[name]]])),
  )
