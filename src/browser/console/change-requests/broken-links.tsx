// The links that the change request breaks, with the pages that have them.
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { reviewWords } from '../../words-review.ts'
import { useReading } from '../api/store.ts'
import { addressOf } from '../space/content.ts'
import type { Place } from './place.ts'

const MAX = 20

interface Link {
  locationReferences: { page?: { id: string; title: string } }[]
}

export function BrokenLinks({ space, changeRequest }: Place) {
  const { value } = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/links', {
    spaceId: space.id,
    changeRequestId: changeRequest.id,
    query: { status: 'broken', brokenContext: 'change-request', limit: MAX },
  }).value
  const count = value?.stats.broken.changeRequest ?? 0
  if (!value || count === 0) return null
  const from = new Map(
    (value.items as Link[]).flatMap(({ locationReferences }) =>
      locationReferences.flatMap(({ page }) => (page ? [[page.id, page.title] as const] : [])),
    ),
  )
  return (
    <li class="warn">
      <Icon name="warn" />
      <details>
        <summary>{reviewWords.addresses.broken(count)}</summary>
        <ul>
          {[...from].map(([id, title]) => (
            <li key={id}>
              <a class="link" href={addressOf({ space: space.id, changeRequest: changeRequest.id }, id)}>
                {title || words.untitled}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
