// A change request: what it is about, what it changes, and what is left to do.
import { words } from '../../words.ts'
import { Changes } from '../changes/changes.tsx'
import { places } from '../places.ts'
import { Aside } from './aside.tsx'
import { Frame } from './frame.tsx'
import { comparedOf } from './place.ts'

interface Props {
  spaceId: string
  changeRequestId: string
  pageId?: string
}

export function ChangeRequestChanges({ spaceId, changeRequestId, pageId }: Props) {
  return (
    <Frame spaceId={spaceId} changeRequestId={changeRequestId} tab="changes" pageId={pageId}>
      {(place) => (
        <Changes
          key={place.changeRequest.id}
          of={comparedOf(place.changeRequest)}
          at={places.changes(spaceId, changeRequestId)}
          pageId={pageId}
          labels={[words.space.main, `#${place.changeRequest.number}`]}
          marking={{ space: spaceId, changeRequest: place.changeRequest.id, revision: place.changeRequest.revision }}
        >
          <Aside {...place} />
        </Changes>
      )}
    </Frame>
  )
}
