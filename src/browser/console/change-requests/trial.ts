// Whether a change request and main go together, tried before anything happens.
import { useEffect, useState } from 'preact/hooks'
import { call } from '../api/client.ts'
import { useConflictCount } from './conflict-count.ts'
import type { Place } from './place.ts'

export type Outcome = 'merge' | 'conflicts'

interface Trial {
  of: string
  outcome: Promise<Outcome>
}

/** Several parts of a screen ask for the same one. */
let last: Trial | undefined

/** What merging would lead to; undefined while nobody knows. Tried again whenever one of the two changes. */
export function useTrial(place: Place): Outcome | undefined {
  const { space, changeRequest } = place
  const { status, outdated } = changeRequest
  const of = `${changeRequest.id} ${changeRequest.revision} ${space.revision}`
  const [found, setFound] = useState<{ of: string; result: Outcome } | undefined>(undefined)
  const conflicts = useConflictCount(place)
  const isOpen = status === 'open' || status === 'draft'
  const isNeeded = isOpen && outdated && conflicts === 0 && space.permissions.merge
  useEffect(() => {
    if (!isNeeded) return
    let isGone = false
    if (last?.of !== of) last = { of, outcome: tryMerge(place) }
    const { outcome } = last
    outcome.then(
      (result) => isGone || setFound({ of, result }),
      // Whoever merges is told what is wrong.
      () => {
        if (last?.outcome === outcome) last = undefined
      },
    )
    return () => {
      isGone = true
    }
  }, [of, isNeeded])
  return found?.of === of ? found.result : undefined
}

async function tryMerge({ space, changeRequest }: Place): Promise<Outcome> {
  const path = { spaceId: space.id, changeRequestId: changeRequest.id, query: { dryRun: true }, body: {} }
  return (await call('POST /spaces/:spaceId/change-requests/:changeRequestId/merge', path)).result
}
