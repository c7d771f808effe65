// Home: what waits for the person, what they work on, and what changed.

import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { askForCollection } from '../collection/new-collection.tsx'
import { useFollowingRequests } from '../live/follow.ts'
import { useActions } from '../palette/state.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { askForSpace, useMayCreate } from '../spaces/new-space.tsx'
import { ChangedSpaces, Favorites, Mentions, Sites } from './asides.tsx'
import { ChangeRequests } from './change-requests.tsx'

const FEW = 10

export function Home({ organizationId }: { organizationId: string }) {
  const organization = useReading('GET /orgs/:organizationId', { organizationId }).value
  const user = useReading('GET /user', {}).value
  const mayCreate = useMayCreate()
  useActions(
    mayCreate
      ? [
          { label: words.spaces.create, icon: 'plus', run: askForSpace },
          { label: words.collection.create, icon: 'folder', run: askForCollection },
        ]
      : [],
  )
  if (isMissing(organization)) return <Missing />
  if (organization.value) enterOrganization(organizationId)
  return (
    <>
      <Bar title={words.home.title}>
        {mayCreate && (
          <button type="button" class="btn main" onClick={askForSpace}>
            <Icon name="plus" />
            {words.spaces.create}
          </button>
        )}
      </Bar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={words.home.title}>
        <div class="home">
          <Read of={user}>{({ id }) => <Desk organizationId={organizationId} user={id} />}</Read>
        </div>
      </main>
    </>
  )
}

function Desk({ organizationId, user }: { organizationId: string; user: string }) {
  const list = (query: object) => ({ organizationId, query: { limit: FEW, ...query } })
  const all = 'GET /orgs/:organizationId/change-requests'
  const reviews = useReading(all, list({ requestedReviewer: user, status: ['open'] })).value
  const drafts = useReading(all, list({ creator: user, status: ['draft', 'open'] })).value
  const merged = useReading(all, list({ status: ['merged'] })).value
  const spaces = useReading('GET /orgs/:organizationId/spaces', { organizationId, query: { limit: 1000 } }).value
  useFollowingRequests(spaces.value?.items.map(({ id }) => id) ?? [])
  const waiting = reviews.value?.count ?? reviews.value?.items.length ?? 0
  if (spaces.value?.items.length === 0)
    return (
      <Empty title={words.home.first}>
        <p>{words.home.firstLead}</p>
      </Empty>
    )
  return (
    <>
      <h1>{waiting > 0 ? words.home.waiting(waiting) : words.home.nothingWaits}</h1>
      <div class="cols">
        <div>
          {waiting > 0 && (
            <ChangeRequests title={words.home.reviews} of={reviews} spaces={spaces.value?.items} isUrgent />
          )}
          <ChangeRequests
            title={words.home.drafts}
            of={drafts}
            spaces={spaces.value?.items}
            none={words.home.noDrafts}
            isToWrite
          />
          <ChangeRequests
            title={words.home.merged}
            of={merged}
            spaces={spaces.value?.items}
            none={words.home.noMerged}
          />
        </div>
        <aside aria-label={words.home.changed}>
          <Favorites organization={organizationId} />
          <Mentions organization={organizationId} />
          <ChangedSpaces of={spaces} />
          <Sites organization={organizationId} />
        </aside>
      </div>
    </>
  )
}
