// What can be undone outside of texts: whatever a message offered to undo, the last first.
import { say } from '../ui/toasts.tsx'
import { words } from '../words.ts'

interface Done {
  text: string
  /** False if it failed, which was said. */
  undo(): Promise<boolean>
}

const MOST = 50

let done: readonly Done[] = []

/** Says what was done, and offers to undo it. */
export function sayUndoable(text: string, undo: Done['undo'], other?: { label: string; run(): void }): void {
  const one = { text, undo }
  done = [...done, one].slice(-MOST)
  const action = { label: words.undo, run: () => void take(one) }
  say(text, ...(other ? [other, action] : [action]))
}

export function undoLast(): void {
  const last = done.at(-1)
  if (last) void take(last)
  else say(words.nothingToUndo)
}

/** Each is undone once; if that fails, it can be tried again. */
async function take(one: Done): Promise<void> {
  if (!done.includes(one)) return
  const before = done
  done = done.filter((other) => other !== one)
  if (await one.undo()) say(words.undone(one.text))
  else done = before
}
