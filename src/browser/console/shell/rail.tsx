// The rail: which organization, where in it, and who is signed in.
import type { RefObject } from 'preact'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { addressOfFavorite, FavoriteSign, keyOfFavorite, titleOfFavorite } from '../favorites/favorite-link.tsx'
import { useFavorites } from '../favorites/favorites.ts'
import { printed } from '../keys.ts'
import { type Door, placesBehind } from '../organization/groups.ts'
import { isPaletteOpen } from '../palette/state.ts'
import { isRailHidden } from '../person.ts'
import { places } from '../places.ts'
import { useMayCreate } from '../spaces/new-space.tsx'
import { AccountMenu } from './account-menu.tsx'
import { isCurrent } from './current.ts'
import { closeDrawer } from './drawer.ts'
import { organizationId } from './organization.ts'
import { OrganizationMenu } from './organization-menu.tsx'
import { SpaceTree } from './space-tree.tsx'

export function Rail({ element }: { element: RefObject<HTMLElement | null> }) {
  const id = organizationId.value
  return (
    <nav ref={element} class="rail" aria-label={words.rail.label}>
      <button type="button" class="btn bare icon shut" aria-label={words.rail.close} onClick={closeDrawer}>
        <Icon name="close" />
      </button>
      <div class="top">
        <OrganizationMenu />
        <button
          type="button"
          class="btn bare icon s fold"
          aria-label={words.rail.collapse}
          onClick={() => {
            isRailHidden.value = true
          }}
        >
          <Icon name="side" />
        </button>
      </div>
      <button
        type="button"
        class="find"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          isPaletteOpen.value = true
        }}
      >
        <Icon name="search" />
        <span class="grow">{words.rail.search}</span>
        <kbd>{printed('mod+k')}</kbd>
      </button>
      <div class="scroll grow">
        {id && (
          <>
            <ul>
              <Entry href={places.home(id)} icon="home" label={words.rail.home} />
              <Entry href={places.changeRequests(id)} icon="branch" label={words.changeRequests.title} />
              <Notifications organization={id} />
              <Managing organization={id} />
            </ul>
            <Favorites organization={id} />
            <SpaceTree organization={id} />
            <Sites organization={id} />
          </>
        )}
      </div>
      <AccountMenu />
    </nav>
  )
}

interface EntryProps {
  href: string
  icon: IconName
  label: string
  count?: number
  /** The person is at a place behind it. */
  isBehind?: boolean
}

export function Entry({ href, icon, label, count = 0, isBehind = false }: EntryProps) {
  return (
    <li>
      <a href={href} aria-current={isCurrent(href) ? 'page' : isBehind || undefined}>
        <Icon name={icon} />
        <span>{label}</span>
        {count > 0 && (
          <span class="count on">
            {count}
            <span class="sr"> {words.notifications.unread}</span>
          </span>
        )}
      </a>
    </li>
  )
}

function Notifications({ organization }: { organization: string }) {
  const { value } = useReading('GET /user/notifications', { query: { unread: true, limit: 1 } }).value
  const { notifications } = words.rail
  return <Entry href={places.notifications(organization)} icon="bell" label={notifications} count={value?.count ?? 0} />
}

/** Each for those who find something there. */
function Managing({ organization }: { organization: string }) {
  const { value } = useReading('GET /orgs/:organizationId', { organizationId: organization }).value
  if (!value?.permissions.listMembers) return null
  const { people, specifications, integrations, settings } = words.rail
  return (
    <>
      <DoorEntry organization={organization} door="people" icon="person" label={people} />
      <DoorEntry organization={organization} door="openapi" icon="code" label={specifications} />
      <DoorEntry organization={organization} door="integrations" icon="spark" label={integrations} />
      {value.permissions.admin && (
        <DoorEntry organization={organization} door="settings" icon="edit" label={settings} />
      )}
    </>
  )
}

type DoorProps = Pick<EntryProps, 'icon' | 'label'> & { organization: string; door: Door }

function DoorEntry({ organization, door, icon, label }: DoorProps) {
  const hrefOf = (place: string) => places.inOrganization(organization, place)
  const isBehind = placesBehind(door).some((place) => isCurrent(hrefOf(place), true))
  return <Entry href={hrefOf(door)} icon={icon} label={label} isBehind={isBehind} />
}

function Favorites({ organization }: { organization: string }) {
  const favorites = useFavorites(organization)
  if (favorites.length === 0) return null
  return (
    <>
      <h2 class="cap">{words.favorites.title}</h2>
      <ul>
        {favorites.map((favorite) => {
          const href = addressOfFavorite(favorite)
          return (
            <li key={keyOfFavorite(favorite)}>
              <a href={href} aria-current={isCurrent(href) ? 'page' : undefined}>
                <FavoriteSign of={favorite} />
                <span>{titleOfFavorite(favorite)}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Sites({ organization }: { organization: string }) {
  const { value } = useReading('GET /orgs/:organizationId/sites', { organizationId: organization }).value
  const mayCreate = useMayCreate()
  if (!value || (value.items.length === 0 && !mayCreate)) return null
  return (
    <>
      <h2 class="cap">
        <a href={places.sites(organization)} aria-current={isCurrent(places.sites(organization)) ? 'page' : undefined}>
          {words.rail.sites}
        </a>
      </h2>
      <ul>
        {value.items.map(({ id, title, visibility }) => (
          <li key={id}>
            <a href={places.site(id)} aria-current={isCurrent(places.site(id), true) ? 'page' : undefined}>
              <Icon name={visibility === 'public' ? 'globe' : 'lock'} />
              <span>{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
