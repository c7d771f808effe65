// The change requests of an organization or of a space.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { words } from '../../words.ts'
import type { Input } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { useFollowingRequests } from '../live/follow.ts'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { Ways } from '../spaces/space-places.tsx'
import { Line } from './line.tsx'
import { openDraft } from './open-draft.ts'

const text = words.changeRequests

type Query = NonNullable<Input<'GET /orgs/:organizationId/change-requests'>['query']>
export type Filter = keyof typeof text.filters

const STATUS: Record<Filter, Query['status']> = {
  open: ['open'],
  review: ['open', 'draft'],
  mine: ['open', 'draft'],
  drafts: ['draft'],
  merged: ['merged'],
  archived: ['archived'],
}

const PAGE = 30
/** As many as a list can return at once. */
const MAX = 1000

export function ChangeRequestsOfOrganization({ organizationId }: { organizationId: string }) {
  enterOrganization(organizationId)
  const organization = useReading('GET /orgs/:organizationId', { organizationId }).value
  if (isMissing(organization)) return <Missing />
  return (
    <>
      <Bar title={text.title} />
      <List organization={organizationId} at={places.changeRequests(organizationId)} title={text.title} />
    </>
  )
}

export function ChangeRequestsOfSpace({ spaceId }: { spaceId: string }) {
  const { route } = useLocation()
  const space = useReading('GET /spaces/:spaceId', { spaceId }).value
  if (isMissing(space)) return <Missing />
  const value = space.value
  if (value) enterOrganization(value.organization)
  const title = value ? `${text.title} · ${value.title}` : text.title
  return (
    <>
      <Bar title={title} shown={value?.title ?? ''}>
        {value?.permissions.propose && (
          <button type="button" class="btn main" onClick={() => openDraft(spaceId, route)}>
            <Icon name="plus" />
            {text.create}
          </button>
        )}
      </Bar>
      {value && <Ways space={value} at="change-requests" />}
      {value && (
        <List
          organization={value.organization}
          space={spaceId}
          at={places.changeRequestsOf(spaceId)}
          title={text.title}
        />
      )}
    </>
  )
}

interface Props {
  organization: string
  space?: string
  at: string
  title: string
}

function List({ organization, space, at, title }: Props) {
  const { query } = useLocation()
  const shown = query.show && Object.hasOwn(STATUS, query.show) ? (query.show as Filter) : 'open'
  const [author, setAuthor] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const me = useReading('GET /user', {}).value.value
  const isMine = shown === 'mine' || shown === 'review'
  const asked: Query = {
    status: STATUS[shown],
    limit,
    ...(space && { space }),
    ...(shown === 'mine' && me && { creator: me.id }),
    ...(shown === 'review' && me && { requestedReviewer: me.id }),
    ...(author && shown !== 'mine' && { creator: author }),
  }
  const input = isMine && !me ? null : { organizationId: organization, query: asked }
  const reading = useReading('GET /orgs/:organizationId/change-requests', input).value
  const spaces = useReading(
    'GET /orgs/:organizationId/spaces',
    space ? null : { organizationId: organization, query: { limit: MAX } },
  ).value.value?.items
  useFollowingRequests(space ? [space] : (spaces?.map(({ id }) => id) ?? []))
  return (
    <main class="scroll" id="main" tabIndex={-1} aria-label={title}>
      <div class="home requests">
        <h1>{title}</h1>
        <div class="filters">
          <nav class="tabline" aria-label={text.filter}>
            {Object.entries(text.filters).map(([name, label]) => (
              <a
                key={name}
                href={name === 'open' ? at : `${at}?show=${name}`}
                aria-current={name === shown ? 'page' : undefined}
              >
                {label}
              </a>
            ))}
          </nav>
          {shown !== 'mine' && <Author organization={organization} chosen={author} choose={setAuthor} />}
        </div>
        <Read of={reading}>
          {({ items, next, count }) =>
            items.length === 0 ? (
              <Empty title={text.none[shown]}>
                <p>{text.noneLead}</p>
              </Empty>
            ) : (
              <>
                {count !== undefined && <p class="small faint">{text.count(count)}</p>}
                <ul class="lines">
                  {items.map((item) => (
                    <Line key={item.id} item={item} space={spaces?.find(({ id }) => id === item.space)?.title} />
                  ))}
                </ul>
                {next && limit < MAX && (
                  <button type="button" class="btn" onClick={() => setLimit(Math.min(limit + PAGE, MAX))}>
                    {text.more}
                  </button>
                )}
              </>
            )
          }
        </Read>
      </div>
    </main>
  )
}

interface AuthorProps {
  organization: string
  chosen: string
  choose(user: string): void
}

/** For those who may see who else is here. */
function Author({ organization, chosen, choose }: AuthorProps) {
  const { value } = useReading('GET /orgs/:organizationId', { organizationId: organization }).value
  const members = useReading(
    'GET /orgs/:organizationId/members',
    value?.permissions.listMembers ? { organizationId: organization, query: { limit: MAX } } : null,
  ).value.value
  if (!members) return null
  return (
    <label class="row small">
      {text.author}
      <select class="input s" value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{text.anybody}</option>
        {members.items.map(({ user }) => (
          <option key={user.id} value={user.id}>
            {user.displayName}
          </option>
        ))}
      </select>
    </label>
  )
}
