// A change request: what it is about, what it changes, and what is left to do.
import { useLayoutEffect } from 'preact/hooks'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { Changes } from '../changes/changes.tsx'
import { Beside } from '../comments/beside.tsx'
import { closeForNow, isPanelOpen } from '../comments/state.ts'
import { places } from '../places.ts'
import { useTree } from '../space/content.ts'
import { Aside } from './aside.tsx'
import { Frame } from './frame.tsx'
import { comparedOf, type Place } from './place.ts'

interface Props {
  spaceId: string
  changeRequestId: string
  pageId?: string
}

export function ChangeRequestChanges({ spaceId, changeRequestId, pageId }: Props) {
  // What is left to do is in its place.
  useLayoutEffect(closeForNow, [changeRequestId])
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
          talk={{ content: contentOf(place), mayComment: place.space.permissions.comment }}
        >
          {(page) => (page && isPanelOpen.value ? <Comments {...place} page={page} /> : <Aside {...place} />)}
        </Changes>
      )}
    </Frame>
  )
}

const contentOf = ({ space, changeRequest }: Place) => ({ space: space.id, changeRequest: changeRequest.id })

function Comments({ space, changeRequest, page }: Place & { page: string }) {
  const content = contentOf({ space, changeRequest })
  const { value: user } = useReading('GET /user', {}).value
  const { value: tree } = useTree(content)
  if (!user || !tree) return <Aside space={space} changeRequest={changeRequest} />
  return <Beside content={content} space={space} user={user.id} page={page} pages={tree.pages} />
}
