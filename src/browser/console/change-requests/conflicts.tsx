// The conflicts of a change request: each with what was there, what both sides made of it, and what to keep.
import { useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { useShortcuts } from '../keys.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { Aside } from './aside.tsx'
import { Conflict } from './conflict.tsx'
import { ConflictTitle } from './conflict-title.tsx'
import { Frame } from './frame.tsx'
import type { ConflictJson, Place } from './place.ts'
import { useTrial } from './trial.ts'
import { UpdateButton } from './updating.tsx'

const text = words.changeRequests.conflicts
/** As many as a list can return at once. */
const MAX = 1000

export function ChangeRequestConflicts({ spaceId, changeRequestId }: { spaceId: string; changeRequestId: string }) {
  return (
    <Frame spaceId={spaceId} changeRequestId={changeRequestId} tab="conflicts">
      {(place) => <Conflicts {...place} />}
    </Frame>
  )
}

function Conflicts(place: Place) {
  const { space, changeRequest } = place
  const conflicts = useReading('GET /spaces/:spaceId/change-requests/:changeRequestId/conflicts', {
    spaceId: space.id,
    changeRequestId: changeRequest.id,
    query: { limit: MAX },
  }).value
  return (
    <div class="review">
      <Read of={conflicts}>
        {({ items }) =>
          items.length === 0 ? (
            <main class="scroll sheet wide" id="main" tabIndex={-1} aria-label={text.title}>
              <Ahead {...place} />
            </main>
          ) : (
            <List place={place} items={items} />
          )
        }
      </Read>
      <Aside {...place} />
    </div>
  )
}

/** Whether there will be conflicts, as far as it is known. */
function Ahead(place: Place) {
  const { space, changeRequest } = place
  const trial = useTrial(place)
  const isOpen = changeRequest.status === 'open' || changeRequest.status === 'draft'
  if (!isOpen || !changeRequest.outdated) return <p class="none pad">{text.none}</p>
  return (
    <div class="pad ahead">
      <p>{text.ahead[trial ?? 'unknown']}</p>
      {space.permissions.propose && <UpdateButton {...place} />}
    </div>
  )
}

function List({ place, items }: { place: Place; items: ConflictJson[] }) {
  const { route, query } = useLocation()
  const at = places.changeRequest(place.space.id, place.changeRequest.id, 'conflicts')
  const hrefOf = ({ id }: ConflictJson) => `${at}?conflict=${id}`
  const isOpen = ({ status }: ConflictJson) => status === 'open'
  const current = items.find(({ id }) => id === query.conflict) ?? items.find(isOpen) ?? items[0]!
  const step = (by: 1 | -1) => {
    const next = items[items.indexOf(current) + by]
    if (next) route(hrefOf(next))
  }
  // The keys outlive a render.
  const latest = useRef(step)
  latest.current = step
  useShortcuts([
    { keys: 'j', label: text.next, run: () => latest.current(1) },
    { keys: 'k', label: text.previous, run: () => latest.current(-1) },
  ])
  const left = items.filter(isOpen).length
  return (
    <>
      <nav class="pages changed" aria-label={text.title}>
        <header>
          <h2>{text.title}</h2>
          <span class="faint small end">{text.resolvedOf(items.length - left, items.length)}</span>
        </header>
        <div class="scroll grow">
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                <a href={hrefOf(item)} aria-current={item === current ? 'page' : undefined}>
                  <span class="grow clip">
                    <ConflictTitle place={place} conflict={item} />
                  </span>
                  <span
                    class={`mk ${isOpen(item) ? 'warn' : 'good'}`}
                    role="img"
                    aria-label={isOpen(item) ? text.open : text.resolved}
                  >
                    <Icon name={isOpen(item) ? 'warn' : 'check'} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <footer>
          <kbd>J</kbd>
          <kbd>K</kbd>
          {text.keys}
        </footer>
      </nav>
      <main class="scroll sheet" id="main" tabIndex={-1} aria-label={text.title}>
        <Conflict key={`${current.id} ${current.status}`} place={place} conflict={current} />
      </main>
    </>
  )
}
