// Places follow what others do: whatever is shown of a space is read again when something changes in it.
import { useEffect, useRef } from 'preact/hooks'
import { refresh, refreshSpace } from '../api/store.ts'
import { type Live, listen } from './stream.ts'

/** Several changes that come together are read once. */
const PAUSE = 200

/** Keeps what is shown of a space fresh. */
export const useFollowing = (space: string): void => useHearing([space], () => refreshSpace(space))

/** Keeps lists of change requests fresh. Of many spaces, the first ones are watched. */
export const useFollowingRequests = (spaces: readonly string[]): void =>
  useHearing(spaces, () => refresh('GET /orgs/:organizationId/change-requests'))

function useHearing(spaces: readonly string[], changed: () => void): void {
  // It outlives a render.
  const latest = useRef(changed)
  latest.current = changed
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = ({ is }: Live) => {
      if (is === 'presence') return
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), PAUSE)
    }
    const stops = spaces.map((space) => listen(space, hear))
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [spaces.join()])
}
