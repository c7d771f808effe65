// The audit log: who did what, and when. It can be narrowed down and taken along as a table.
import { useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { auditWords as text } from '../../words-audit.ts'
import { attempt } from '../api/attempt.ts'
import { usePages } from '../api/pages.ts'
import { useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { PagedList } from '../paged-list.tsx'
import { DateField } from './date-field.tsx'
import { type AuditEvent, EventDialog, titleOf } from './event-dialog.tsx'
import { downloadEvents, MAX_EXPORTED, type Query } from './export.ts'
import { PersonFilter } from './person-filter.tsx'

/** Somebody or something that the list is narrowed to. */
interface Subject {
  by: 'actor' | 'target'
  id: string
  label: string
}

export function AuditLog({ organizationId }: { organizationId: string }) {
  const [query, setQuery] = useState<Query>({})
  const [isExporting, setExporting] = useState(false)
  const save = async () => {
    setExporting(true)
    await attempt(async () => {
      const count = await downloadEvents(organizationId, query)
      say(count === MAX_EXPORTED ? text.exportedSome(count) : text.exported(count))
    })
    setExporting(false)
  }
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="audit-log"
      isList
      actions={() => (
        <button type="button" class="btn" disabled={isExporting} onClick={() => void save()}>
          <Icon name="down" />
          {text.export}
        </button>
      )}
    >
      {() => <Events organization={organizationId} query={query} narrow={setQuery} />}
    </OrganizationFrame>
  )
}

interface EventsProps {
  organization: string
  query: Query
  narrow(query: Query): void
}

function Events({ organization, query, narrow }: EventsProps) {
  const at = { organizationId: organization }
  const [subject, setSubject] = useState<Subject | undefined>(undefined)
  const [shown, setShown] = useState<AuditEvent | undefined>(undefined)
  const actions = useReading('GET /orgs/:organizationId/audit-event-actions', at).value.value?.items ?? []
  const pages = usePages('GET /orgs/:organizationId/audit-events', { ...at, query })
  const labels = new Map(actions.map(({ id, label }) => [id, label]))
  const only = (next: Subject | undefined) => {
    const { actor: _actor, target: _target, ...rest } = query
    setSubject(next)
    setShown(undefined)
    narrow({ ...rest, ...(next && { [next.by]: next.id }) })
  }
  const set = (name: 'action' | 'from' | 'to', value: string) => {
    const { [name]: _old, ...rest } = query
    narrow({ ...rest, ...(value && { [name]: value }) })
  }
  return (
    <>
      <div class="list-filters">
        <SelectField
          key={actions.length}
          label={text.action}
          value={query.action ?? ''}
          choices={[{ value: '', label: text.anyAction }, ...actions.map(({ id, label }) => ({ value: id, label }))]}
          onChange={(value) => set('action', value)}
        />
        {subject?.by !== 'actor' && (
          <PersonFilter organization={organization} choose={(id, label) => only({ by: 'actor', id, label })} />
        )}
        <DateField label={text.from} onChange={(day) => set('from', day)} />
        <DateField label={text.to} isEnd onChange={(day) => set('to', day)} />
        {subject && (
          <button type="button" class="btn" aria-label={text.notOnly(subject.label)} onClick={() => only(undefined)}>
            {subject.by === 'actor' ? text.by(subject.label) : text.about(subject.label)}
            <Icon name="close" />
          </button>
        )}
        <p class="faint" role="status">
          {pages.count !== undefined && text.count(pages.count)}
        </p>
      </div>
      <PagedList pages={pages} none={text.none}>
        {(event, position) => (
          <li key={event.id} class="audit-row" {...position}>
            <div class="grow">
              <button type="button" class="what clip" onClick={() => setShown(event)}>
                {labels.get(event.action) ?? event.action}
              </button>
              <p class="small faint clip">
                {event.actor.label ?? text.system} · {titleOf(event.target)}
              </p>
            </div>
            <span class="soft">
              <Time at={event.occurredAt} />
            </span>
          </li>
        )}
      </PagedList>
      {shown && (
        <EventDialog
          organization={organization}
          event={shown}
          label={labels.get(shown.action) ?? shown.action}
          only={(by, id, label) => only({ by, id, label })}
          close={() => setShown(undefined)}
        />
      )}
    </>
  )
}
