// The log of the last hour.
import { useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PlainText } from '../../ui/plain-text.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { serverWords as text } from '../../words-server.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { ServerFrame } from './frame.tsx'

type Line = ReplyTo<'GET /server/logs'>['items'][number]
type Level = Line['level']

const LOGS = 'GET /server/logs'
const TONES = { debug: '', info: '', warn: 'info', error: 'warn' } as const
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

export function Log() {
  const [level, setLevel] = useState<Level>('info')
  const [search, setSearch] = useState('')
  const logs = useReading(LOGS, { query: { level, ...(search && { search }) } }).value
  return (
    <ServerFrame
      at="log"
      actions={
        <button type="button" class="btn" onClick={() => refresh(LOGS)}>
          <Icon name="retry" />
          {text.check}
        </button>
      }
    >
      {logs.value && <p class="soft">{text.logLead(logs.value.host)}</p>}
      <div class="list-filters">
        <SearchField label={text.searchLog} onChange={setSearch} />
        <SelectField
          label={text.level}
          value={level}
          choices={Object.entries(text.levels).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setLevel(value as Level)}
        />
      </div>
      <Read of={logs}>
        {({ items }) => (
          <>
            {items.length === 0 && <p class="none">{text.noLines}</p>}
            {items.map((line) => (
              <LogLine key={line.id} line={line} />
            ))}
          </>
        )}
      </Read>
    </ServerFrame>
  )
}

function LogLine({ line: { at, level, message, details } }: { line: Line }) {
  return (
    <details class="delivery">
      <summary>
        <Icon name="chevron" />
        <time class="faint" dateTime={at} title={at}>
          {clock.format(new Date(at))}
        </time>
        <span class="grow clip">{message}</span>
        <span class={`tag ${TONES[level]}`}>{text.levelNames[level]}</span>
      </summary>
      <div class="delivery-details">
        <PlainText label={text.details}>{details ? `${message}\n${details}` : message}</PlainText>
      </div>
    </details>
  )
}
