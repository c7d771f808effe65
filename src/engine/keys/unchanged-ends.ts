// Finds the blocks that an edit left alone before and after the first and last changed one. Most edits change a few
// blocks of a page: the others need no pairing.

import type { Block } from '../document.ts'
import { isEqual, ownField } from '../objects.ts'
import { type Nested, walk } from '../walk.ts'

export interface UnchangedEnds {
  /** The old blocks, with their keys. */
  first: readonly Block[]
  last: readonly Block[]
  /** The keys in these blocks. */
  keys: Set<string>
}

/** Returns undefined if there are none, or if a key of theirs is also elsewhere. */
export function findUnchangedEnds(before: readonly Block[], after: readonly Block[]): UnchangedEnds | undefined {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && isUnchanged(before[start]!, after[start]!)) start++
  let end = 0
  while (end < most - start && isUnchanged(before.at(-1 - end)!, after.at(-1 - end)!)) end++
  if (start + end === 0) return undefined
  const first = before.slice(0, start)
  const last = before.slice(before.length - end)
  const keys = new Set<string>()
  const isNew = (key: string | undefined) => key === undefined || !keys.has(key)
  for (const key of keysIn([...first, ...last])) {
    if (!isNew(key)) return undefined
    keys.add(key)
  }
  const between = after.slice(start, after.length - end)
  return keysIn(between).every(isNew) ? { first, last, keys } : undefined
}

const keysIn = (nodes: Block[]): string[] =>
  walk({ object: 'document', data: {}, nodes }).flatMap(({ node: { key } }) => key ?? [])

/** True if the nodes are equal, apart from blocks that have no key now. */
function isUnchanged(old: Nested, now: Nested): boolean {
  const isKept = old.object === 'block' && old.key !== undefined && now.key === undefined
  if (old.key !== now.key && !isKept) return false
  for (const field of Object.keys(now)) {
    if (field === 'key') continue
    const [left, right] = [ownField(old, field), ownField(now, field)]
    const isSame = field === 'nodes' || field === 'fragments' ? areUnchanged : isEqual
    if (left !== right && !isSame(left as Nested[], right as Nested[])) return false
  }
  return Object.keys(old).every((field) => field === 'key' || Object.hasOwn(now, field))
}

const areUnchanged = (old: readonly Nested[] | undefined, now: readonly Nested[] | undefined): boolean =>
  old?.length === now?.length && (old ?? []).every((node, at) => isUnchanged(node, now![at]!))
