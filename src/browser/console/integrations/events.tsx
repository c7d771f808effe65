// What an integration received, and what it logged; for its authors.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { PlainText } from '../../ui/plain-text.tsx'
import { Time } from '../../ui/time.tsx'
import { integrationWords as text } from '../../words-integrations.ts'
import { usePages } from '../api/pages.ts'
import { useReading } from '../api/store.ts'
import { Read, ReadPages } from '../reading.tsx'

/** How often new events are read while they are followed. */
const FOLLOW_MS = 2000

export function Activity({ name }: { name: string }) {
  const pages = usePages('GET /integrations/:integrationName/events', { integrationName: name, query: { limit: 50 } })
  const { reload } = pages
  const [isFollowing, setFollowing] = useState(false)
  const latest = useRef(reload)
  latest.current = reload
  useEffect(() => {
    if (!isFollowing) return undefined
    const watch = setInterval(() => latest.current(), FOLLOW_MS)
    return () => clearInterval(watch)
  }, [isFollowing])
  return (
    <section aria-label={text.events}>
      <h2>{text.events}</h2>
      <p class="soft">{text.eventsLead}</p>
      <div class="check">
        <input
          type="checkbox"
          id="follow-events"
          checked={isFollowing}
          onChange={({ currentTarget }) => setFollowing(currentTarget.checked)}
        />
        <label for="follow-events">{text.follow}</label>
      </div>
      <ReadPages of={pages} none={text.noEvents}>
        {(shown) =>
          shown.map(({ id, status, payload, createdAt }) => (
            <Event key={id} {...{ name, id, status, payload, createdAt }} />
          ))
        }
      </ReadPages>
    </section>
  )
}

interface EventProps {
  name: string
  id: string
  status: keyof typeof text.eventStates
  payload: Record<string, unknown>
  createdAt: string
}

function Event({ name, id, status, payload, createdAt }: EventProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="delivery" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" />
        <span class="grow clip">{String(payload.type ?? id)}</span>
        <span class={`tag ${status === 'success' ? 'good' : 'warn'}`}>{text.eventStates[status]}</span>
        <span class="faint wide-only">
          <Time at={createdAt} />
        </span>
      </summary>
      {isOpen && (
        <div class="delivery-details">
          <Logs name={name} id={id} />
          <PlainText label={text.payload}>{JSON.stringify(payload, null, 2)}</PlainText>
        </div>
      )}
    </details>
  )
}

function Logs({ name, id }: { name: string; id: string }) {
  const reading = useReading('GET /integrations/:integrationName/events/:eventId', {
    integrationName: name,
    eventId: id,
  }).value
  return (
    <Read of={reading}>
      {({ trace: { logs } }) =>
        logs.length === 0 ? (
          <p class="soft">{text.noLogs}</p>
        ) : (
          <PlainText label={text.logs}>
            {logs.map(({ timestamp, level, message }) => `${timestamp} ${level} ${message}`).join('\n')}
          </PlainText>
        )
      }
    </Read>
  )
}
