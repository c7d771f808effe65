// The others who are in a space, each a link to the page they are on.
import { Avatar } from '../../ui/avatar.tsx'
import { words } from '../../words.ts'
import { addressOf, type Content, type Page } from '../space/content.ts'
import { usePeople } from './presence.ts'
import type { Presence } from './stream.ts'

const MAX_SHOWN = 5

export function PeopleHere({ content, order }: { content: Content; order: readonly Page[] }) {
  const people = newestOfEach(usePeople(content.space))
  if (people.length === 0) return null
  return (
    <ul class="people-here" aria-label={words.here.label}>
      {people.slice(0, MAX_SHOWN).map((one) => (
        <li key={one.user.id}>
          <Person one={one} content={content} order={order} />
        </li>
      ))}
      {people.length > MAX_SHOWN && <li class="faint small">{`+${people.length - MAX_SHOWN}`}</li>}
    </ul>
  )
}

function Person({ one, content, order }: { one: Presence; content: Content; order: readonly Page[] }) {
  const { user, page, changeRequest } = one
  const title = order.find(({ id }) => id === page)?.title
  const text = title ? words.here.on(user.displayName, title) : words.here.sameSpace(user.displayName)
  return (
    <a href={addressOf({ space: content.space, changeRequest }, page)} title={text} aria-label={text}>
      <Avatar id={user.id} name={user.displayName} picture={user.photoURL} />
    </a>
  )
}

/** A person may be there with several tabs: the one that was heard last counts. */
function newestOfEach(people: readonly Presence[]): Presence[] {
  const sorted = people.toSorted((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1))
  return [...new Map(sorted.map((one) => [one.user.id, one])).values()]
}
