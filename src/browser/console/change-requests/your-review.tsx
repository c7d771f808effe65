// What the person says about a change request: they approve it, or ask for changes.
import { useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/store.ts'
import type { Place } from './place.ts'
import { refreshChangeRequests } from './saving.ts'

const text = words.changeRequests.review

export function YourReview({ space, changeRequest }: Place) {
  const comment = useRef<HTMLTextAreaElement>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = (status: 'approved' | 'changes-requested') => async () => {
    const markdown = comment.current!.value.trim()
    setBusy(true)
    await attempt(async () => {
      await call('POST /spaces/:spaceId/change-requests/:changeRequestId/reviews', {
        spaceId: space.id,
        changeRequestId: changeRequest.id,
        body: { status, ...(markdown && { comment: { markdown } }) },
      })
      comment.current!.value = ''
      refreshChangeRequests()
      refresh('GET /spaces/:spaceId/change-requests/:changeRequestId/comments')
      say(text.done[status])
    })
    setBusy(false)
  }
  return (
    <section aria-labelledby="your-review">
      <h2 id="your-review">{text.yours}</h2>
      <textarea ref={comment} class="input" rows={3} aria-label={text.comment} placeholder={text.commentHint} />
      <div class="two">
        <button type="button" class="btn" disabled={isBusy} onClick={submit('changes-requested')}>
          <Icon name="edit" />
          {text.askForChanges}
        </button>
        <button type="button" class="btn" disabled={isBusy} onClick={submit('approved')}>
          <Icon name="check" />
          {text.approve}
        </button>
      </div>
    </section>
  )
}
