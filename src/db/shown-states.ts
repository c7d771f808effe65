// Tells whether anything was committed that a page may show: at once on SQLite, by one small query on PostgreSQL, which
// all requests share that come while another is under way.
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { sharing } from '../lib/sharing.ts'
import type { Database } from './database.ts'
import { shownState } from './prepared.ts'
import { countChanges, countVisibleChanges } from './shown-tables.ts'

/** Equal states mean that nothing has changed. */
export type State = object | string

export interface ShownStates {
  /** The state of this moment; undefined if it cannot be told. */
  now(): MaybePromise<State | undefined>
  /** The state, if everything that led to it can be read from now on; else undefined. */
  visible(): MaybePromise<State | undefined>
}

export function shownStates({ kind, read, breaks }: Database): ShownStates {
  if (kind === 'sqlite') return { now: () => shownState(read), visible: () => shownState(read) }
  // A database that was restarted may count some changes again.
  const unlessFailed = (asked: Promise<string | undefined>) =>
    asked.then(
      (count) => count && `${breaks()} ${count}`,
      () => undefined,
    )
  return {
    now: sharing(() => unlessFailed(countChanges(read))),
    visible: () => unlessFailed(countVisibleChanges(read)),
  }
}
