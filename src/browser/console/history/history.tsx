// The history of a space: its revisions, any two of them compared, and a way back.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { useReading } from '../api/store.ts'
import { useFollowing } from '../live/follow.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { addressOf } from '../space/content.ts'
import { SpaceFrame, type SpaceJson } from '../spaces/space-places.tsx'
import { type Entry, grouped } from './revisions.ts'

const text = words.history
const PAGE = 50
const MAX = 1000

export function History({ spaceId }: { spaceId: string }) {
  useFollowing(spaceId)
  return (
    <SpaceFrame spaceId={spaceId} at="history">
      {(space) => <Inside space={space} />}
    </SpaceFrame>
  )
}

function Inside({ space }: { space: SpaceJson }) {
  const [limit, setLimit] = useState(PAGE)
  const revisions = useReading('GET /spaces/:spaceId/revisions', { spaceId: space.id, query: { limit } }).value
  return (
    <>
      <p class="soft">{text.lead}</p>
      <Read of={revisions}>
        {({ items, next }) => (
          <>
            <Timeline spaceId={space.id} entries={grouped(items)} mayRollBack={space.permissions.edit} />
            {next && limit < MAX && (
              <button type="button" class="btn" onClick={() => setLimit(Math.min(limit * 2, MAX))}>
                {text.more}
              </button>
            )}
          </>
        )}
      </Read>
    </>
  )
}

interface TimelineProps {
  spaceId: string
  entries: Entry[]
  mayRollBack: boolean
}

function Timeline({ spaceId, entries, mayRollBack }: TimelineProps) {
  const { route } = useLocation()
  const [older, setOlder] = useState<string | undefined>(undefined)
  const [newer, setNewer] = useState<string | undefined>(undefined)
  const head = entries[0]?.id
  const from = older ?? entries[1]?.id
  const to = newer ?? head
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (from && to) route(places.compare(spaceId, from, to))
      }}
    >
      <div class="filters">
        <span class="small soft">{text.choose}</span>
        <button type="submit" class="btn" disabled={!from || !to || from === to}>
          <Icon name="columns" />
          {text.compare}
        </button>
      </div>
      <ul class="lines timeline">
        {entries.map((entry) => (
          <li key={entry.id}>
            {entry.author ? (
              <Avatar id={entry.author.id} name={entry.author.displayName} picture={entry.author.photoURL} />
            ) : (
              <span class="avatar" aria-hidden="true" />
            )}
            <div>
              <a class="what" href={changesOf(spaceId, entry)}>
                {text.types[entry.type]}
                {entry.mergedFrom && ` #${entry.mergedFrom.number} ${entry.mergedFrom.subject || words.untitled}`}
              </a>
              <p>
                {entry.author?.displayName ?? text.nobody}
                <span class="faint">
                  , <Time at={entry.createdAt} />
                  {entry.count > 1 && ` · ${text.saves(entry.count)}`}
                  {entry.commit && ` · ${entry.commit}`}
                </span>{' '}
                {entry.pastRules && (
                  <span class="tag warn" title={text.pastRulesHelp}>
                    <Icon name="warn" />
                    {text.pastRules}
                  </span>
                )}
              </p>
            </div>
            <span class="row">
              <label class="small">
                <input type="radio" name="from" checked={from === entry.id} onChange={() => setOlder(entry.id)} />{' '}
                {text.from}
                <span class="sr"> {text.at(entry.createdAt)}</span>
              </label>
              <label class="small">
                <input type="radio" name="to" checked={to === entry.id} onChange={() => setNewer(entry.id)} /> {text.to}
                <span class="sr"> {text.at(entry.createdAt)}</span>
              </label>
              <a class="btn s" href={addressOf({ space: spaceId, revision: entry.id })}>
                {text.read}
              </a>
              {head && entry.id !== head && (
                <a class="btn s" href={places.compare(spaceId, head, entry.id)}>
                  {mayRollBack ? text.back : text.withNow}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </form>
  )
}

/** What this entry changed: from the revision before its first one. */
const changesOf = (space: string, { id, before }: Entry): string =>
  before === undefined ? addressOf({ space, revision: id }) : places.compare(space, before, id)
