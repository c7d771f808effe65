// The organizations of the server, who manages them, and what they store.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { serverWords as text } from '../../words-server.ts'
import type { ReplyTo } from '../api/operations.ts'
import { usePages } from '../api/pages.ts'
import { useReading } from '../api/store.ts'
import { Read, ReadPages } from '../reading.tsx'
import { ServerFrame, sizeOf } from './frame.tsx'

type Organization = ReplyTo<'GET /server/organizations'>['items'][number]

export function Organizations() {
  const pages = usePages('GET /server/organizations', {})
  return (
    <ServerFrame at="organizations">
      <ReadPages of={pages}>
        {(shown) => (
          <ul class="lines">
            {shown.map((organization) => (
              <Line key={organization.id} organization={organization} />
            ))}
          </ul>
        )}
      </ReadPages>
    </ServerFrame>
  )
}

function Line({ organization }: { organization: Organization }) {
  const { id, title, members, spaces, admins } = organization
  const [isMeasured, setMeasured] = useState(false)
  return (
    <li>
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
        {isMeasured && <Storage organization={id} />}
      </div>
      <div class="row">
        {!isMeasured && (
          <button type="button" class="btn s" aria-label={text.measureOf(title)} onClick={() => setMeasured(true)}>
            {text.measure}
          </button>
        )}
      </div>
    </li>
  )
}

function Storage({ organization }: { organization: string }) {
  const at = { organizationId: organization }
  const storage = useReading('GET /server/organizations/:organizationId/storage', at).value
  return (
    <Read of={storage}>
      {({ files, bytes, complete }) => (
        <p class="soft" role="status">
          {text.storage(files, sizeOf(bytes), complete)}
        </p>
      )}
    </Read>
  )
}
