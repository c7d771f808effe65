// The pages that link to a page.

import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'

export function Backlinks({ space, page }: { space: string; page: string }) {
  const { value } = useReading('GET /spaces/:spaceId/content/page/:pageId/backlinks', {
    spaceId: space,
    pageId: page,
    query: { limit: 50 },
  }).value
  const linking = new Map(
    (value?.items ?? []).flatMap(({ page: from, space: of }) => (from && of ? [[from.id, { from, of }] as const] : [])),
  )
  if (linking.size === 0) return null
  return (
    <section class="backlinks" aria-label={words.space.links}>
      <h2>{words.space.links}</h2>
      <ul>
        {[...linking.values()].map(({ from, of }) => (
          <li key={from.id}>
            <a class="link" href={places.page(of.id, from.id)}>
              {from.title || words.untitled}
            </a>
            {of.id !== space && <span class="faint"> {of.title}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
