// Whether a change request and main go together, tried before anything happens.
import { useEffect, useState } from 'preact/hooks'
import { call } from '../api/client.ts'
import type { Place } from './place.ts'

type Outcome = 'merge' | 'conflicts'

/** What merging would lead to; undefined while nobody knows. Tried again whenever one of the two changes. */
export function useTrial({ space, changeRequest }: Place, isNeeded: boolean): Outcome | undefined {
  const of = `${changeRequest.revision} ${space.revision}`
  const [found, setFound] = useState<{ of: string; result: Outcome } | undefined>(undefined)
  useEffect(() => {
    if (!isNeeded) return
    const request = new AbortController()
    const path = { spaceId: space.id, changeRequestId: changeRequest.id, query: { dryRun: true }, body: {} }
    call('POST /spaces/:spaceId/change-requests/:changeRequestId/merge', path, { signal: request.signal }).then(
      ({ result }) => setFound({ of, result }),
      // Whoever merges is told what is wrong.
      () => {},
    )
    return () => request.abort()
  }, [of, isNeeded])
  return found?.of === of ? found.result : undefined
}
