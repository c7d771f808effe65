// A short list of change requests.
import { useId } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import type { Reading } from '../api/store.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'

type Listed = ReplyTo<'GET /orgs/:organizationId/change-requests'>
type ChangeRequest = Listed['items'][number]

interface Props {
  title: string
  of: Reading<Listed>
  spaces: readonly { id: string; title: string }[] | undefined
  none?: string
  isUrgent?: boolean
  /** Drafts are opened to write in them; other change requests, to see what they change. */
  isToWrite?: boolean
}

export function ChangeRequests({ title, of, spaces, none, isUrgent = false, isToWrite = false }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {of.value && of.value.items.length > 0 && (
          <span class={`count${isUrgent ? ' on' : ''}`}>{of.value.count ?? of.value.items.length}</span>
        )}
      </h2>
      <Read of={of}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="none">{none}</p>
          ) : (
            <ul class="lines">
              {items.map((item) => (
                <Line
                  key={item.id}
                  item={item}
                  href={(isToWrite ? places.draft : places.changes)(item.space, item.id)}
                  space={spaces?.find((space) => space.id === item.space)?.title}
                />
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  )
}

const TONES = { draft: '', open: 'info', merged: 'good', archived: '' } as const

function Line({ item, href, space }: { item: ChangeRequest; href: string; space: string | undefined }) {
  const { number, subject, createdBy, status, updatedAt, outdated } = item
  return (
    <li>
      <Avatar id={createdBy.id} name={createdBy.displayName} picture={createdBy.photoURL} />
      <div>
        <a class="what" href={href}>
          {subject || words.untitled}
        </a>
        <p>
          {space}
          <span class="faint">
            {space && ' · '}#{number}, {createdBy.displayName}, <Time at={updatedAt} />
          </span>
        </p>
      </div>
      <span class="row">
        {outdated && (
          <span class="tag warn">
            <Icon name="warn" />
            {words.home.outdated}
          </span>
        )}
        <span class={`tag ${TONES[status]}`}>
          <Icon name={status === 'merged' ? 'merge' : 'branch'} />
          {words.home.state[status]}
        </span>
      </span>
    </li>
  )
}
