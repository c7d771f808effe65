// Asks people and teams for a review. A draft becomes open with it.
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
  asked: readonly { id: string }[]
  close(): void
}

export function RequestDialog({ space, changeRequest, asked, close }: Props) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [chosenTeams, setChosenTeams] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const members = useReading('GET /orgs/:organizationId/members', {
    organizationId: space.organization,
    query: { limit: SHOWN, ...(search && { search }) },
  }).value
  const organization = useReading('GET /orgs/:organizationId', { organizationId: space.organization }).value.value
  const teams = useReading(
    'GET /orgs/:organizationId/teams',
    organization?.permissions.listTeams
      ? { organizationId: space.organization, query: { limit: SHOWN, ...(search && { title: search }) } }
      : null,
  ).value.value
  const count = chosen.length + chosenTeams.length
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    if (count === 0) return
    setBusy(true)
    const path = { spaceId: space.id, changeRequestId: changeRequest.id }
    const isDone = await attempt(async () => {
      await call('POST /spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers', {
        ...path,
        body: { users: [...chosen], teams: [...chosenTeams] },
      })
      if (changeRequest.status === 'draft')
        await call('PATCH /spaces/:spaceId/change-requests/:changeRequestId', { ...path, body: { status: 'open' } })
    })
    refreshChangeRequests()
    setBusy(false)
    if (!isDone) return
    say(text.requested(chosen.length, chosenTeams.length))
    close()
  }
  const isAsked = (id: string) => asked.some((each) => each.id === id)
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
                {items.length === 0 && !teams?.items.length && <p class="none">{words.people.none(search)}</p>}
                {teams?.items.map(({ id, title, members }) => (
                  <Choice
                    key={id}
                    id={id}
                    name={title}
                    note={isAsked(id) ? text.askAgain : text.teamOf(members)}
                    chosen={chosenTeams}
                    choose={setChosenTeams}
                  />
                ))}
                {items
                  .filter(({ user }) => user.id !== changeRequest.createdBy.id)
                  .map(({ user }) => (
                    <Choice
                      key={user.id}
                      id={user.id}
                      name={user.displayName}
                      picture={user.photoURL}
                      note={isAsked(user.id) ? text.askAgain : undefined}
                      chosen={chosen}
                      choose={setChosen}
                    />
                  ))}
              </fieldset>
            )}
          </Read>
        </div>
        <footer>
          <button type="button" class="btn" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="btn main" disabled={isBusy || count === 0}>
            {text.requestThem}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

interface ChoiceProps {
  id: string
  name: string
  picture?: string | undefined
  note: string | undefined
  chosen: readonly string[]
  choose(chosen: readonly string[]): void
}

function Choice({ id, name, picture, note, chosen, choose }: ChoiceProps) {
  const isChosen = chosen.includes(id)
  const toggle = () => choose(isChosen ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <label class="row">
      <input type="checkbox" checked={isChosen} onChange={toggle} />
      <Avatar id={id} name={name} picture={picture} />
      <span class="grow clip">{name}</span>
      {note && <span class="small faint">{note}</span>}
    </label>
  )
}
