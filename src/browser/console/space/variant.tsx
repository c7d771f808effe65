// Where one is: main, a draft or an earlier revision; and the way to the others.
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { words } from '../../words.ts'
import { reviewWords } from '../../words-review.ts'
import { useReading } from '../api/store.ts'
import { openDraft } from '../change-requests/open-draft.ts'
import { places } from '../places.ts'
import { addressOf, type Content } from './content.ts'
import { useMarkers } from './markers.ts'
import type { SpaceJson } from './writing.ts'

const text = reviewWords.variant
const MAX = 20

interface Props {
  content: Content
  space: SpaceJson
  page: string | undefined
  /** The place in other content, if it is not a page. */
  address?(content: Content): string
}

export function Variant({ content, space, page, address }: Props) {
  const { route } = useLocation()
  const { changeRequest, revision } = content
  const current = useReading(
    'GET /spaces/:spaceId/change-requests/:changeRequestId',
    changeRequest ? { spaceId: space.id, changeRequestId: changeRequest } : null,
  ).value.value
  const drafts = useReading('GET /orgs/:organizationId/change-requests', {
    organizationId: space.organization,
    query: { space: space.id, status: ['draft', 'open'], limit: MAX },
  }).value.value
  const markers = useMarkers(content)
  const shown = changeRequest
    ? current
      ? `${words.space.draft(words.home.state[current.status], current.number)} ${current.subject}`.trim()
      : ''
    : revision
      ? words.space.revision
      : words.space.main
  // A page that only the draft has is not on main.
  const onMain = page && markers?.get(page) !== 'created' ? page : undefined
  const hrefOf = (other: Content, there: string | undefined) => address?.(other) ?? addressOf(other, there)
  const items: MenuItem[] = [
    {
      label: words.space.main,
      icon: 'book',
      href: hrefOf({ space: space.id }, onMain),
      isChosen: !changeRequest && !revision,
    },
    ...(drafts?.items ?? []).map(({ id, number, subject }) => ({
      label: text.draft(number, subject || words.untitled),
      icon: 'branch' as const,
      href: hrefOf({ space: space.id, changeRequest: id }, id === changeRequest ? page : onMain),
      isChosen: id === changeRequest,
    })),
    { label: text.all, icon: 'merge', href: places.changeRequestsOf(space.id) },
  ]
  if (space.permissions.propose)
    items.push({ label: text.create, icon: 'plus', run: () => void openDraft(space.id, route) })
  return (
    <>
      <Menu class="btn variant" label={text.label(shown)} items={items}>
        <Icon name={changeRequest ? 'branch' : revision ? 'clock' : 'book'} />
        <span class="clip">{shown}</span>
        <Icon name="updown" />
      </Menu>
      {changeRequest && (
        <a class="btn bare wide-only" href={places.changes(space.id, changeRequest)}>
          {words.changes.title}
        </a>
      )}
    </>
  )
}
