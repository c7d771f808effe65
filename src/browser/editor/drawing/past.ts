// What was drawn before, to undo and redo.

export interface Past<State> {
  now: State
  before: readonly State[]
  after: readonly State[]
}

const KEPT = 200

export const begin = <State>(now: State): Past<State> => ({ now, before: [], after: [] })

export const changed = <State>({ now, before }: Past<State>, next: State): Past<State> => ({
  now: next,
  before: [...before, now].slice(-KEPT),
  after: [],
})

/** Instead of the last change. */
export const amended = <State>({ before }: Past<State>, next: State): Past<State> => ({ now: next, before, after: [] })

export function undone<State>(past: Past<State>): Past<State> {
  const { now, before, after } = past
  return before.length === 0 ? past : { now: before.at(-1)!, before: before.slice(0, -1), after: [now, ...after] }
}

export function redone<State>(past: Past<State>): Past<State> {
  const { now, before, after } = past
  return after.length === 0 ? past : { now: after[0]!, before: [...before, now], after: after.slice(1) }
}
