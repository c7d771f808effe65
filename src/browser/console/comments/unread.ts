// What the person has read of conversations, in this browser. What was there at the first visit counts as read.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CommentJson } from './api.ts'

/** The number of replies that were read, by comment. */
type Seen = Record<string, number>

const KEY = 'lectern.read-comments'
const MAX_KEPT = 100

const kept = signal<Record<string, Seen>>(read())

function read(): Record<string, Seen> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

function keep(scope: string, seen: Seen): void {
  const { [scope]: _, ...others } = kept.peek()
  kept.value = Object.fromEntries([...Object.entries(others).slice(1 - MAX_KEPT), [scope, seen]])
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.peek()))
  } catch {
    // Without storage, it lasts as long as the page.
  }
}

/** Returns whether a comment is unread. `scope` names the list. */
export function useUnread(
  scope: string,
  comments: readonly CommentJson[] | undefined,
  user: string | undefined,
): (comment: CommentJson) => boolean {
  const isLoaded = comments !== undefined
  useEffect(() => {
    if (comments && !kept.peek()[scope])
      keep(scope, Object.fromEntries(comments.map(({ id, replies }) => [id, replies])))
  }, [scope, isLoaded])
  const seen = kept.value[scope]
  return ({ id, replies, postedBy }) => {
    if (!seen) return false
    const known = seen[id] ?? (postedBy.id === user ? 0 : undefined)
    return known === undefined || replies > known
  }
}

export function markRead(scope: string, { id, replies }: CommentJson): void {
  const seen = kept.peek()[scope]
  if (seen && seen[id] !== replies) keep(scope, { ...seen, [id]: replies })
}
