// The head of a change request above one of its parts.
import type { ComponentChildren } from 'preact'
import { useReading } from '../api/store.ts'
import { useFollowing } from '../live/follow.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { Head } from './head.tsx'
import type { Place, Tab } from './place.ts'

interface FrameProps {
  spaceId: string
  changeRequestId: string
  tab: Tab
  /** The page whose changes are shown. */
  pageId?: string | undefined
  children(place: Place): ComponentChildren
}

export function Frame({ spaceId, changeRequestId, tab, pageId, children }: FrameProps) {
  useFollowing(spaceId)
  const space = useReading('GET /spaces/:spaceId', { spaceId }).value
  const change = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId', { spaceId, changeRequestId }).value
  if (isMissing(space) || isMissing(change)) return <Missing />
  if (space.value) enterOrganization(space.value.organization)
  const error = space.error ?? change.error
  const value = space.value && change.value ? { space: space.value, changeRequest: change.value } : undefined
  return (
    <Read of={{ value, error, isLoading: change.isLoading }}>
      {(place) => (
        <>
          <Head key={place.changeRequest.id} {...place} tab={tab} pageId={pageId} />
          {children(place)}
        </>
      )}
    </Read>
  )
}
