// What of a change request the person has viewed. A mark falls when the page changes again.
import { useEffect, useRef, useState } from 'preact/hooks'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import type { Changed } from './semantic.ts'

const VIEWED = '/spaces/:spaceId/change-requests/:changeRequestId/viewed'

/** The change request whose changes are marked. */
export interface Marking {
  space: string
  changeRequest: string
  /** The revision that is shown. */
  revision: string
}

export interface Viewed {
  has(changed: Changed): boolean
  set(changed: Changed, isViewed: boolean): void
}

/**
 * What the person asked for last, which holds for the revision that they saw, until marks that were read after it was
 * saved are there.
 */
interface Asked {
  kind: string
  id: string
  viewed: boolean
  revision: string
  /** The marks that were known when it was saved. */
  savedAfter?: object
}

/** Undefined where nothing is marked. */
export function useViewed(marking: Marking | undefined): Viewed | undefined {
  const path = marking && { spaceId: marking.space, changeRequestId: marking.changeRequest }
  const marks = useReading(`GET ${VIEWED}`, path ?? null).value.value
  const known = useRef(marks)
  known.current = marks
  const [asked, setAsked] = useState<Asked>()
  const revision = marking?.revision
  const isOpen =
    asked !== undefined && asked.revision === revision && (asked.savedAfter === undefined || asked.savedAfter === marks)
  // A newer revision has other marks.
  const seen = useRef(revision)
  useEffect(() => {
    if (seen.current !== revision) refresh(`GET ${VIEWED}`)
    seen.current = revision
  }, [revision])
  if (!path || revision === undefined) return undefined
  return {
    has: ({ kind, id }) =>
      isOpen && asked.kind === kind && asked.id === id
        ? asked.viewed
        : (marks?.items.some((mark) => mark.kind === kind && mark.id === id) ?? false),
    async set({ kind, id }, viewed) {
      const asking = { kind, id, viewed, revision }
      setAsked(asking)
      const isSaved = await attempt(() => call(`PUT ${VIEWED}`, { ...path, body: asking }))
      setAsked((now) => (now !== asking ? now : isSaved ? { ...asking, savedAfter: known.current ?? {} } : undefined))
      refresh(`GET ${VIEWED}`)
    },
  }
}
