// The organization, and the others the person belongs to.
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { organizationId } from './organization.ts'

export function OrganizationMenu() {
  const { value } = useReading('GET /orgs', { query: { limit: 100 } }).value
  const current = value?.items.find(({ id }) => id === organizationId.value)
  const items = (value?.items ?? []).map(({ id, title }) => ({
    label: title,
    href: places.home(id),
    isChosen: id === current?.id,
  }))
  const title = current?.title ?? words.product
  return (
    <Menu class="org" items={items}>
      <span class="seal" aria-hidden="true">
        {[...title][0]}
      </span>
      <span class="grow clip">{title}</span>
      <span class="sr">{words.rail.organizations}</span>
      <Icon name="updown" />
    </Menu>
  )
}
