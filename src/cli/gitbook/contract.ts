// What the parts of a move share.
import type { Api, Fields } from './client.ts'
import type { State } from './state.ts'

export interface Move {
  from: Api
  to: Api
  state: State
  save(): Promise<void>
  /** Creates something once, however often it is tried. */
  create(path: string, body: Fields, what: string): Promise<Fields>
  /** Something that is not carried over. */
  note(what: string, why: string): void
  /** Something that was written. */
  count(what: string): void
}
