// The spaces of an organization that were deleted and can be restored.
import { useLocation } from 'preact-iso'
import { Emoji } from '../../ui/emoji.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { restoreSpace } from '../spaces/changing.ts'
import { OrganizationFrame } from './frame.tsx'

const text = organizationWords.deletedSpaces
const MAX = 1000

export const DeletedSpaces = ({ organizationId }: { organizationId: string }) => (
  <OrganizationFrame organizationId={organizationId} at="deleted-spaces">
    {({ id }) => <Inside key={id} organization={id} />}
  </OrganizationFrame>
)

function Inside({ organization }: { organization: string }) {
  const { route } = useLocation()
  const reading = useReading('GET /orgs/:organizationId/deleted-spaces', {
    organizationId: organization,
    query: { limit: MAX },
  }).value
  return (
    <>
      <p class="soft">{text.lead}</p>
      <Read of={reading}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="none">{text.none}</p>
          ) : (
            <ul class="lines">
              {items.map(({ id, title, emoji, deletedAt }) => (
                <li key={id}>
                  {emoji ? <Emoji code={emoji} /> : <Icon name="book" />}
                  <div>
                    <span class="what">{title || words.untitled}</span>
                    <p class="faint">
                      {text.deleted} {deletedAt && <Time at={deletedAt} />}
                    </p>
                  </div>
                  <span class="row above">
                    <button
                      type="button"
                      class="btn s"
                      aria-label={text.restoreIt(title || words.untitled)}
                      onClick={() => void restoreSpace({ id }, route)}
                    >
                      {words.bin.restore}
                    </button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </>
  )
}
