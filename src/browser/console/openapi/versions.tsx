// The versions of a specification, each with what it changed.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { openapiWords as text } from '../../words-openapi.ts'
import { usePages } from '../api/pages.ts'
import { useReading } from '../api/store.ts'
import { Read, ReadPages } from '../reading.tsx'

interface At {
  organizationId: string
  specSlug: string
}

export function Versions({ latest, ...at }: At & { latest: string | undefined }) {
  const pages = usePages('GET /orgs/:organizationId/openapi/:specSlug/versions', at)
  const { hasMore } = pages
  return (
    <section class="deliveries" aria-label={text.versions}>
      <h2>{text.versions}</h2>
      <ReadPages of={pages} none={text.noVersions}>
        {(shown) =>
          shown.map(({ id, createdAt }, index) => {
            const isFirst = !hasMore && index === shown.length - 1
            return <Version key={id} {...{ at, id, createdAt, isLatest: id === latest, isFirst }} />
          })
        }
      </ReadPages>
    </section>
  )
}

interface VersionProps {
  at: At
  id: string
  createdAt: string
  isLatest: boolean
  isFirst: boolean
}

function Version({ at, id, createdAt, isLatest, isFirst }: VersionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="delivery" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chevron" />
        <span class="grow">
          <Time at={createdAt} />
        </span>
        {isLatest && <span class="tag good">{text.latest}</span>}
      </summary>
      {isOpen && (
        <div class="delivery-details">{isFirst ? <p class="soft">{text.first}</p> : <Changes at={at} id={id} />}</div>
      )}
    </details>
  )
}

function Changes({ at, id }: { at: At; id: string }) {
  const path = 'GET /orgs/:organizationId/openapi/:specSlug/versions/:versionId/changes'
  const reading = useReading(path, { ...at, versionId: id }).value
  return (
    <Read of={reading}>
      {({ added, removed, breaks, isComplete }) => (
        <>
          {added.length + removed.length + breaks.length === 0 && <p class="soft">{text.noChanges}</p>}
          <Operations
            label={text.breaks(breaks.length)}
            names={breaks.map(({ name, where, what }) => `${name}: ${where} ${what}`.replace(':  ', ' '))}
          />
          <Operations label={text.added(added.length)} names={added.map(({ name }) => name)} />
          <Operations label={text.removedOperations(removed.length)} names={removed.map(({ name }) => name)} />
          {!isComplete && <p class="faint">{text.incomplete}</p>}
        </>
      )}
    </Read>
  )
}

function Operations({ label, names }: { label: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div>
      <h3>{label}</h3>
      <ul class="plain">
        {names.map((name, at) => (
          <li key={at}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
