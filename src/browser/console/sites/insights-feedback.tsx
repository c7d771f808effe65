// What readers said about pages, newest first.
import { useState } from 'preact/hooks'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { siteWords } from '../../words-sites.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import type { Subject } from './insights-reading.ts'

const text = siteWords.insights
const PAGE = 10
const MAX = 1000

export function Feedback({ subject: { at, only } }: { subject: Subject }) {
  const [limit, setLimit] = useState(PAGE)
  const [isCommented, setCommented] = useState(true)
  // Of what readers said, only the page is kept.
  const page = only.find(({ column }) => column === 'page')?.value as { space: string; page: string } | null | undefined
  const query = {
    limit,
    ...(isCommented && { commented: true }),
    ...(page?.page && { spaceId: page.space, pageId: page.page }),
  }
  const feedback = useReading('GET /orgs/:organizationId/sites/:siteId/insights/feedback', { ...at, query }).value
  return (
    <section aria-label={text.feedback}>
      <h2>{text.feedback}</h2>
      <label class="row small">
        <input
          type="checkbox"
          checked={isCommented}
          onChange={({ currentTarget }) => setCommented(currentTarget.checked)}
        />
        {text.commentedOnly}
      </label>
      <Read of={feedback}>
        {({ items, next }) => (
          <>
            {items.length === 0 && <p class="none">{text.noFeedback}</p>}
            <ul class="figures" aria-label={text.feedback}>
              {items.map(({ id, rating, comment, space, page, givenAt }) => (
                <li key={id}>
                  <div class="grow">
                    {comment && <p class="feedback-words">{comment}</p>}
                    <p class="small faint">
                      {text.ratings[rating]} ·{' '}
                      <a class="link" href={places.page(space, page)}>
                        {text.openPage}
                      </a>{' '}
                      · <Time at={givenAt} />
                    </p>
                  </div>
                </li>
              ))}
            </ul>
            {next && limit < MAX && (
              <button type="button" class="btn s" onClick={() => setLimit(Math.min(limit + PAGE, MAX))}>
                {words.more}
              </button>
            )}
          </>
        )}
      </Read>
    </section>
  )
}
