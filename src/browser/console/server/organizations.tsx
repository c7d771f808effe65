// The organizations of the server and who manages them.
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { ListEnd } from '../../ui/virtual-list.tsx'
import { words } from '../../words.ts'
import { serverWords as text } from '../../words-server.ts'
import { usePages } from '../api/pages.ts'
import { Read } from '../reading.tsx'
import { ServerFrame } from './frame.tsx'

export function Organizations() {
  const { items, error, hasMore, more } = usePages('GET /server/organizations', {})
  return (
    <ServerFrame at="organizations">
      <Read of={{ value: items, error, isLoading: !items }}>
        {(shown) => (
          <>
            <ul class="lines">
              {shown.map(({ id, title, members, spaces, admins, createdAt }) => (
                <li key={id}>
                  <Icon name="home" />
                  <div>
                    <p class="strong">{title}</p>
                    <p class="soft">
                      {text.members(members)} · {text.spaces(spaces)}
                    </p>
                    <p class="small faint">
                      {admins.length === 0
                        ? text.noAdmins
                        : text.admins(admins.map(({ displayName, email }) => email ?? displayName).join(', '))}
                    </p>
                  </div>
                  <span class="faint">
                    <Time at={createdAt} />
                  </span>
                </li>
              ))}
            </ul>
            {hasMore && <ListEnd reached={more} label={words.loading} />}
          </>
        )}
      </Read>
    </ServerFrame>
  )
}
