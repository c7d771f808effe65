// Where a file, a reusable content or a variable is used, read when somebody asks.
import { useState } from 'preact/hooks'
import { words } from '../../words.ts'
import type { Input, List, ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'

type Backlinks =
  | 'GET /spaces/:spaceId/content/files/:fileId/backlinks'
  | 'GET /spaces/:spaceId/content/reusable-contents/:reusableContentId/backlinks'
  | 'GET /spaces/:spaceId/change-requests/:changeRequestId/content/reusable-contents/:reusableContentId/backlinks'
  | 'GET /spaces/:spaceId/content/variables/:variableName/backlinks'

type Location = ReplyTo<Backlinks> extends List<infer Item> ? Item : never

interface Props<C extends Backlinks> {
  list: C
  of: Input<C>
  /** What is used, if the label alone does not say it. */
  about?: string
}

export function UsedIn<C extends Backlinks>({ list, of, about }: Props<C>) {
  const [isOpen, setOpen] = useState(false)
  const { value } = useReading(list, isOpen ? { ...of, query: { limit: 100 } } : null).value
  const locations = (value as List<Location> | undefined)?.items
  const found = new Map((locations ?? []).flatMap(nameOf))
  return (
    <details class="above" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{about ? words.files.aboutUsedIn(about) : words.files.usedIn}</summary>
      {locations && found.size === 0 && <p class="faint">{words.files.unused}</p>}
      <ul class="plain">
        {[...found].map(([href, title]) => (
          <li key={href}>
            <a class="link" href={href}>
              {title || words.untitled}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function nameOf({ page, reusableContent, space }: Location): [string, string][] {
  if (!space) return []
  if (page) return [[places.page(space.id, page.id), page.title]]
  return reusableContent ? [[places.reusableContent(space.id, reusableContent.id), reusableContent.title]] : []
}
