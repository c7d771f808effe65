// The head of a change request: subject, state, and the ways to its parts.
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { useUnread } from '../comments/unread.ts'
import { download } from '../download.ts'
import { places } from '../places.ts'
import { Bar } from '../shell/bar.tsx'
import { useConflictCount } from './conflict-count.ts'
import { Description } from './description.tsx'
import { useEditAddress } from './edit-address.ts'
import type { Place, Tab } from './place.ts'
import { saveChangeRequest } from './saving.ts'
import { Status } from './status.tsx'
import { Subject } from './subject.tsx'

const text = words.changeRequests

export function Head({ space, changeRequest, tab, pageId }: Place & { tab: Tab; pageId: string | undefined }) {
  const editAt = useEditAddress({ space, changeRequest }, tab, pageId)
  const { number, subject, status, createdBy, createdAt, updatedAt } = changeRequest
  const title = `#${number} ${subject || words.untitled}`
  const isOpen = status === 'draft' || status === 'open'
  return (
    <>
      <Bar
        title={title}
        shown={space.title}
        aside={
          <nav class="crumbs" aria-label={text.breadcrumbs}>
            <a href={places.space(space.id)}>{words.space.main}</a>
            <span aria-hidden="true">/</span>
            <a href={places.changeRequestsOf(space.id)}>{text.title}</a>
          </nav>
        }
      >
        {isOpen && space.permissions.propose && (
          <a class="btn" href={editAt}>
            <Icon name="edit" />
            {text.edit}
          </a>
        )}
        <More space={space} changeRequest={changeRequest} editAt={editAt} />
      </Bar>
      <section class="head" aria-label={title}>
        <Subject space={space} changeRequest={changeRequest} />
        <p class="meta">
          <Status status={status} />
          <span>
            {createdBy.displayName} {text.opened} <Time at={createdAt} />
          </span>
          <span class="faint">
            {text.changed} <Time at={updatedAt} />
          </span>
        </p>
        <Description space={space} changeRequest={changeRequest} />
        <Tabs space={space} changeRequest={changeRequest} tab={tab} />
      </section>
    </>
  )
}

function Tabs({ space, changeRequest, tab }: Place & { tab: Tab }) {
  const conflicts = useConflictCount({ space, changeRequest })
  const unread = useUnread({ space: space.id, changeRequest: changeRequest.id }).length
  const counts: Partial<Record<Tab, number>> = { conversation: changeRequest.comments, conflicts }
  const tabs: Tab[] = ['changes', 'conversation', 'conflicts', 'preview']
  return (
    <nav class="tabline" aria-label={text.parts}>
      {tabs.map((each) => (
        <a
          key={each}
          href={places.changeRequest(space.id, changeRequest.id, each)}
          aria-current={each === tab ? 'page' : undefined}
        >
          {text.tabs[each]}
          {(counts[each] ?? 0) > 0 && (
            <span class={`count${each === 'conversation' && unread > 0 ? ' on' : ''}`}>{counts[each]}</span>
          )}
          {each === 'conversation' && unread > 0 && <span class="sr"> {text.unread(unread)}</span>}
        </a>
      ))}
    </nav>
  )
}

const openChangesPdf = ({ space, changeRequest }: Place) =>
  attempt(async () => {
    const { url } = await call('GET /spaces/:spaceId/change-requests/:changeRequestId/pdf', {
      spaceId: space.id,
      changeRequestId: changeRequest.id,
      query: { changes: true },
    })
    download(url)
  })

function More({ space, changeRequest, editAt }: Place & { editAt: string }) {
  const { route } = useLocation()
  const { status } = changeRequest
  const set = (next: 'draft' | 'open' | 'archived', said: string) => () =>
    saveChangeRequest({ space, changeRequest }, { status: next }, said)
  const items: MenuItem[] = [{ label: text.readDraft, icon: 'page', run: () => route(editAt) }]
  items.push({ label: text.pdf, icon: 'import', run: () => void openChangesPdf({ space, changeRequest }) })
  if (space.permissions.propose && status === 'open')
    items.push({ label: text.toDraft, icon: 'edit', run: set('draft', text.isDraft) })
  if (space.permissions.propose && (status === 'open' || status === 'draft'))
    items.push({ label: text.archive, icon: 'folder', run: set('archived', text.isArchived) })
  if (space.permissions.propose && status === 'archived')
    items.push({ label: text.reopen, icon: 'retry', run: set('open', text.isOpen) })
  return (
    <Menu class="btn bare icon" label={text.actions} items={items}>
      <Icon name="more" />
    </Menu>
  )
}
