// What is said about a change request: about all of it, about its pages, and in reviews.
import { useMemo } from 'preact/hooks'
import { say } from '../../ui/toasts.tsx'
import { commentWords as text } from '../../words-comments.ts'
import { useReading } from '../api/store.ts'
import { Aside } from '../change-requests/aside.tsx'
import { Frame } from '../change-requests/frame.tsx'
import type { Place } from '../change-requests/place.ts'
import { createSetting } from '../space/setting.ts'
import { postComment } from './api.ts'
import { Composer } from './composer.tsx'
import { choose } from './state.ts'
import { Threads } from './threads.tsx'

export function Conversation({ spaceId, changeRequestId }: { spaceId: string; changeRequestId: string }) {
  return (
    <Frame spaceId={spaceId} changeRequestId={changeRequestId} tab="conversation">
      {(place) => (
        <div class="review">
          <Inside {...place} />
          <Aside {...place} />
        </div>
      )}
    </Frame>
  )
}

function Inside({ space, changeRequest }: Place) {
  const content = { space: space.id, changeRequest: changeRequest.id }
  const setting = useMemo(() => createSetting(content, []), [changeRequest.id])
  const user = useReading('GET /user', {}).value.value
  if (!user) return null
  const scene = { content, space, user: user.id, setting, page: undefined }
  const post = async (markdown: string) => {
    const { id } = await postComment(content, { body: { markdown } })
    choose(id)
    say(text.sent)
  }
  return (
    <main class="scroll sheet wide" id="main" tabIndex={-1} aria-label={text.title}>
      <div class="conversation">
        <p class="soft">{text.conversationLead}</p>
        {space.permissions.comment && (
          <Composer space={space} label={text.write} hint={text.hint} button={text.send} send={post} />
        )}
        <Threads scene={scene} page={undefined} />
      </div>
    </main>
  )
}
