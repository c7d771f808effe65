// Notifications: all or unread ones, marked one by one or together.
import { useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { outside } from '../places.ts'
import { Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'

type Notification = ReplyTo<'GET /user/notifications'>['items'][number]

const PAGE = 50

const text = words.notifications

export function Notifications({ organizationId }: { organizationId: string }) {
  enterOrganization(organizationId)
  const [isUnread, setUnread] = useState(false)
  const [limit, setLimit] = useState(PAGE)
  const query = isUnread ? { unread: true, limit } : { limit }
  const reading = useReading('GET /user/notifications', { query }).value
  return (
    <>
      <Bar title={text.title}>
        <fieldset class="seg">
          <legend class="sr">{text.title}</legend>
          <Filter label={text.all} isOn={!isUnread} choose={() => setUnread(false)} />
          <Filter label={text.unread} isOn={isUnread} choose={() => setUnread(true)} />
        </fieldset>
        <button type="button" class="btn" onClick={readAll}>
          <Icon name="check" />
          {text.readAll}
        </button>
        <a class="btn" href={outside.notificationSettings}>
          {text.settings}
        </a>
      </Bar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={text.title}>
        <div class="home">
          <h1>{text.title}</h1>
          <Read of={reading}>
            {({ items, next }) => (
              <>
                {items.length === 0 && (
                  <p class="none">
                    {isUnread ? text.noneUnread : text.none}. {text.noneLead}
                  </p>
                )}
                <ul class="lines">
                  {items.map((item) => (
                    <Line key={item.id} item={item} />
                  ))}
                </ul>
                {next && limit < 1000 && (
                  <button type="button" class="btn" onClick={() => setLimit(limit + PAGE)}>
                    {text.more}
                  </button>
                )}
              </>
            )}
          </Read>
        </div>
      </main>
    </>
  )
}

const Filter = ({ label, isOn, choose }: { label: string; isOn: boolean; choose(): void }) => (
  <button type="button" aria-pressed={isOn} onClick={choose}>
    {label}
  </button>
)

function Line({ item }: { item: Notification }) {
  const { id, title, read, createdAt, actor, space, urls } = item
  const mark = (to: boolean) =>
    change(() => call('PATCH /user/notifications/:notificationId', { notificationId: id, body: { read: to } }))
  return (
    <li class={read ? '' : 'unread'}>
      {actor ? <Avatar id={actor.id} name={actor.displayName} picture={actor.photoURL} /> : <Icon name="bell" />}
      <div>
        <a class="what" href={urls.app} onClick={() => !read && mark(true)}>
          {title}
        </a>
        <p>
          {space.title}{' '}
          <span class="faint">
            · <Time at={createdAt} />
          </span>
        </p>
      </div>
      <button type="button" class="btn bare s above" onClick={() => mark(!read)}>
        {read ? text.markUnread : text.markRead}
      </button>
    </li>
  )
}

const readAll = () =>
  change(async () => {
    await call('POST /user/notifications/read', { body: {} })
    say(text.allRead)
  })

async function change(write: () => Promise<unknown>): Promise<void> {
  await attempt(write)
  refresh('GET /user/notifications')
}
