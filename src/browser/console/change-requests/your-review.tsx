// What the person says about a change request: they approve it, or ask for changes.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh } from '../api/store.ts'
import { CommentField, type Written } from '../comments/comment-field.tsx'
import type { Place } from './place.ts'
import { refreshChangeRequests } from './saving.ts'

const text = words.changeRequests.review

export function YourReview({ space, changeRequest }: Place) {
  const [isBusy, setBusy] = useState(false)
  const submit = async (status: 'approved' | 'changes-requested', { markdown, clear }: Written) => {
    setBusy(true)
    await attempt(async () => {
      await call('POST /spaces/:spaceId/change-requests/:changeRequestId/reviews', {
        spaceId: space.id,
        changeRequestId: changeRequest.id,
        body: { status, ...(markdown && { comment: { markdown } }) },
      })
      clear()
      refreshChangeRequests()
      refresh('GET /spaces/:spaceId/change-requests/:changeRequestId/comments')
      say(text.done[status])
    })
    setBusy(false)
  }
  return (
    <section aria-labelledby="your-review">
      <h2 id="your-review">{text.yours}</h2>
      <div class="composer">
        <CommentField space={space} label={text.comment} hint={text.commentHint}>
          {(written) => (
            <div class="two">
              <button
                type="button"
                class="btn"
                disabled={isBusy || !written.isComplete}
                onClick={() => void submit('changes-requested', written)}
              >
                <Icon name="edit" />
                {text.askForChanges}
              </button>
              <button
                type="button"
                class="btn"
                disabled={isBusy || !written.isComplete}
                onClick={() => void submit('approved', written)}
              >
                <Icon name="check" />
                {text.approve}
              </button>
            </div>
          )}
        </CommentField>
      </div>
    </section>
  )
}
