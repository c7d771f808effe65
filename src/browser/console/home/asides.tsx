// Beside the desk: mentions, what changed last, and the sites.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { type Reading, useReading } from '../api/store.ts'
import { addressOfFavorite, FavoriteSign, keyOfFavorite, titleOfFavorite } from '../favorites/favorite-link.tsx'
import { useFavorites } from '../favorites/favorites.ts'
import { places } from '../places.ts'

type Space = ReplyTo<'GET /orgs/:organizationId/spaces'>['items'][number]

const FEW = 5

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="lines">{children}</ul>
    </section>
  )
}

export function Favorites({ organization }: { organization: string }) {
  const favorites = useFavorites(organization)
  if (favorites.length === 0) return null
  return (
    <Section title={words.favorites.title}>
      {favorites.map((favorite) => (
        <li key={keyOfFavorite(favorite)} class="compact">
          <FavoriteSign of={favorite} />
          <div>
            <a class="what" href={addressOfFavorite(favorite)}>
              {titleOfFavorite(favorite)}
            </a>
          </div>
        </li>
      ))}
    </Section>
  )
}

export function Mentions({ organization }: { organization: string }) {
  const { value } = useReading('GET /user/notifications', { query: { unread: true, limit: 50 } }).value
  const mentions = (value?.items ?? []).filter(
    ({ kind, organization: of }) => kind === 'mentioned' && of === organization,
  )
  if (mentions.length === 0) return null
  return (
    <Section title={words.home.mentions}>
      {mentions.slice(0, FEW).map(({ id, title, createdAt, urls }) => (
        <li key={id} class="compact">
          <Icon name="bell" />
          <div>
            <a class="what" href={urls.app}>
              {title}
            </a>
            <p class="faint">
              <Time at={createdAt} />
            </p>
          </div>
        </li>
      ))}
    </Section>
  )
}

export function ChangedSpaces({ of }: { of: Reading<ReplyTo<'GET /orgs/:organizationId/spaces'>> }) {
  const latest = (of.value?.items ?? []).toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
  if (latest.length === 0) return null
  return (
    <Section title={words.home.changed}>
      {latest.slice(0, FEW).map((space) => (
        <ChangedSpace key={space.id} space={space} />
      ))}
    </Section>
  )
}

/** With who changed its content last. */
function ChangedSpace({ space: { id, title, updatedAt } }: { space: Space }) {
  const { value } = useReading('GET /spaces/:spaceId/revisions', { spaceId: id, query: { limit: 1 } }).value
  const last = value?.items[0]
  return (
    <li class="compact">
      <Icon name="book" />
      <div>
        <a class="what" href={places.space(id)}>
          {title || words.untitled}
        </a>
        <p class="faint">
          {last?.createdBy ? words.home.changedBy(last.createdBy.displayName) : words.updated}{' '}
          <Time at={last?.createdAt ?? updatedAt} />
        </p>
      </div>
    </li>
  )
}

export function Sites({ organization }: { organization: string }) {
  const { value } = useReading('GET /orgs/:organizationId/sites', { organizationId: organization }).value
  if (!value || value.items.length === 0) return null
  return (
    <Section title={words.home.sites}>
      {value.items.map(({ id, title, visibility, published }) => (
        <li key={id} class="compact">
          <Icon name={visibility === 'public' ? 'globe' : 'lock'} />
          <div>
            <a class="what" href={places.site(id)}>
              {title}
            </a>
            <p class="faint">{published ? words.site.visibilities[visibility] : words.site.unpublished}</p>
          </div>
        </li>
      ))}
    </Section>
  )
}
