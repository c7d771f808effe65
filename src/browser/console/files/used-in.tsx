// The pages that use a file, read when somebody asks.
import { useState } from 'preact/hooks'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'

export function UsedIn({ space, file }: { space: string; file: string }) {
  const [isOpen, setOpen] = useState(false)
  const { value } = useReading(
    'GET /spaces/:spaceId/content/files/:fileId/backlinks',
    isOpen ? { spaceId: space, fileId: file, query: { limit: 100 } } : null,
  ).value
  const pages = new Map(
    (value?.items ?? []).flatMap(({ page, space: of }) => (page && of ? [[page.id, { page, of }] as const] : [])),
  )
  return (
    <details class="above" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.files.usedIn}</summary>
      {value && value.items.length === 0 && <p class="faint">{words.files.unused}</p>}
      <ul class="plain">
        {[...pages.values()].map(({ page, of }) => (
          <li key={page.id}>
            <a class="link" href={places.page(of.id, page.id)}>
              {page.title || words.untitled}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
