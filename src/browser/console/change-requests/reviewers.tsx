// The reviewers of a change request, and what each of them said last.
import { useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import type { Place } from './place.ts'
import { RequestDialog } from './request-dialog.tsx'
import { refreshChangeRequests } from './saving.ts'

const text = words.changeRequests.review

type Review = ReplyTo<'GET /spaces/:spaceId/change-requests/:changeRequestId/reviews'>['items'][number]

/** A person, or a team of which one member is enough. */
interface Reviewer {
  id: string
  name: string
  picture?: string | undefined
  isTeam: boolean
  state: 'approved' | 'changes-requested' | 'waiting'
  /** The content has changed since. */
  isOutdated: boolean
}

const SIGNS: Record<Reviewer['state'], { icon: IconName; tone: string }> = {
  approved: { icon: 'check', tone: 'good' },
  'changes-requested': { icon: 'edit', tone: 'warn' },
  waiting: { icon: 'clock', tone: '' },
}

export function useReviewers({ space, changeRequest }: Place): Reviewer[] | undefined {
  const path = { spaceId: space.id, changeRequestId: changeRequest.id, query: { limit: 1000 } }
  const reviews = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/reviews', path).value.value
  const requested = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers', path).value
    .value
  if (!reviews || !requested) return undefined
  const found = new Map<string, Reviewer>()
  for (const { reviewer, status, outdated } of reviews.items)
    found.set(reviewer.id, { ...personOf(reviewer), state: status, isOutdated: outdated })
  for (const { user, team } of requested.items) {
    const asked = user ? personOf(user) : { id: team!.id, name: team!.title, isTeam: true }
    found.set(asked.id, { ...asked, state: 'waiting', isOutdated: false })
  }
  return [...found.values()]
}

const personOf = ({ id, displayName, photoURL }: Review['reviewer']) => ({
  id,
  name: displayName,
  picture: photoURL,
  isTeam: false,
})

export function Reviewers(place: Place) {
  const { space, changeRequest } = place
  const [isAsking, setAsking] = useState(false)
  const reviewers = useReviewers(place)
  const mayAsk = space.permissions.propose && (changeRequest.status === 'open' || changeRequest.status === 'draft')
  return (
    <section aria-labelledby="reviewers">
      <div class="row">
        <h2 id="reviewers">{text.reviewers}</h2>
        {mayAsk && (
          <button type="button" class="btn bare icon s end" aria-label={text.request} onClick={() => setAsking(true)}>
            <Icon name="plus" />
          </button>
        )}
      </div>
      {reviewers?.length === 0 && <p class="small faint">{text.nobody}</p>}
      <ul class="people">
        {reviewers?.map((reviewer) => (
          <li key={reviewer.id}>
            <Avatar {...reviewer} />
            <span class="grow clip">
              {reviewer.name}
              {reviewer.isTeam && <span class="faint small"> · {text.team}</span>}
            </span>
            <State reviewer={reviewer} />
            {reviewer.state === 'waiting' && mayAsk && <Withdraw place={place} reviewer={reviewer} />}
          </li>
        ))}
      </ul>
      {isAsking && <RequestDialog {...place} asked={reviewers ?? []} close={() => setAsking(false)} />}
    </section>
  )
}

const State = ({ reviewer: { state, isOutdated } }: { reviewer: Reviewer }) => (
  <span class={`tag ${isOutdated ? '' : SIGNS[state].tone}`} title={isOutdated ? text.outdated : undefined}>
    <Icon name={SIGNS[state].icon} />
    {text.states[state]}
    {isOutdated && <span class="faint"> · {text.earlier}</span>}
  </span>
)

function Withdraw({ place: { space, changeRequest }, reviewer: { id, name } }: { place: Place; reviewer: Reviewer }) {
  const run = () =>
    attempt(async () => {
      await call('DELETE /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers/:userId', {
        spaceId: space.id,
        changeRequestId: changeRequest.id,
        userId: id,
      })
      refreshChangeRequests()
      say(text.withdrawn(name))
    })
  return (
    <button type="button" class="btn bare icon s" aria-label={text.withdraw(name)} onClick={run}>
      <Icon name="close" />
    </button>
  )
}
