// Asks people for a review. A draft becomes open with it.
import { useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import type { Place } from './place.ts'
import { refreshChangeRequests } from './saving.ts'

const text = words.changeRequests.review
const SHOWN = 50

interface Props extends Place {
  asked: readonly { user: { id: string } }[]
  close(): void
}

export function RequestDialog({ space, changeRequest, asked, close }: Props) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const members = useReading('GET /orgs/:organizationId/members', {
    organizationId: space.organization,
    query: { limit: SHOWN, ...(search && { search }) },
  }).value
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return
    setBusy(true)
    const path = { spaceId: space.id, changeRequestId: changeRequest.id }
    const isDone = await attempt(async () => {
      await call('POST /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers', {
        ...path,
        body: { users: [...chosen] },
      })
      if (changeRequest.status === 'draft')
        await call('PATCH /spaces/:spaceId/change-requests/:changeRequestId', { ...path, body: { status: 'open' } })
    })
    refreshChangeRequests()
    setBusy(false)
    if (!isDone) return
    say(text.requested(chosen.length))
    close()
  }
  const isAsked = (id: string) => asked.some(({ user }) => user.id === id)
  return (
    <Dialog label={text.request} onClose={close}>
      <form onSubmit={submitted}>
        <div class="body">
          <header>
            <div>
              <h2>{text.request}</h2>
              {changeRequest.status === 'draft' && <p>{text.opensDraft}</p>}
            </div>
          </header>
          <div class="field">
            <label for="find-reviewers">{words.people.search}</label>
            <input
              class="input"
              id="find-reviewers"
              type="search"
              autocomplete="off"
              maxLength={200}
              onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
            />
          </div>
          <Read of={members}>
            {({ items }) => (
              <fieldset class="choices scroll">
                <legend class="sr">{text.reviewers}</legend>
                {items.length === 0 && <p class="none">{words.people.none(search)}</p>}
                {items
                  .filter(({ user }) => user.id !== changeRequest.createdBy.id)
                  .map(({ user }) => (
                    <label key={user.id} class="row">
                      <input type="checkbox" checked={chosen.includes(user.id)} onChange={() => toggle(user.id)} />
                      <Avatar id={user.id} name={user.displayName} picture={user.photoURL} />
                      <span class="grow clip">{user.displayName}</span>
                      {isAsked(user.id) && <span class="small faint">{text.askAgain}</span>}
                    </label>
                  ))}
              </fieldset>
            )}
          </Read>
        </div>
        <footer>
          <button type="button" class="btn" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="btn main" disabled={isBusy || chosen.length === 0}>
            {text.requestThem}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
