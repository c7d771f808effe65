// A change request in a list.
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { places } from '../places.ts'
import { Status } from './status.tsx'

type ChangeRequest = ReplyTo<'GET /orgs/:organizationId/change-requests'>['items'][number]

export function Line({ item, space }: { item: ChangeRequest; space?: string | undefined }) {
  const { number, subject, createdBy, status, updatedAt, outdated, comments } = item
  return (
    <li>
      <Avatar id={createdBy.id} name={createdBy.displayName} picture={createdBy.photoURL} />
      <div>
        <a class="what" href={places.changes(item.space, item.id)}>
          {subject || words.untitled} <span class="faint">#{number}</span>
        </a>
        <p>
          {space}
          <span class="faint">
            {space && ' · '}
            {createdBy.displayName}, {words.changeRequests.changed} <Time at={updatedAt} />
            {comments > 0 && ` · ${words.changeRequests.comments(comments)}`}
          </span>
        </p>
      </div>
      <span class="row">
        {outdated && status !== 'archived' && (
          <span class="tag warn">
            <Icon name="warn" />
            {words.home.outdated}
          </span>
        )}
        <Status status={status} />
      </span>
    </li>
  )
}
