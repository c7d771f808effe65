// Backups: when and where they are made, what became of each, and one more now.
import { useEffect } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { serverWords as text } from '../../words-server.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { usePages } from '../api/pages.ts'
import { useReading } from '../api/store.ts'
import { outside } from '../places.ts'
import { Read, ReadPages } from '../reading.tsx'
import { ServerFrame, sizeOf } from './frame.tsx'
import { HEALTH } from './overview.tsx'

type Backup = ReplyTo<'GET /server/backups'>['items'][number]
type Plan = NonNullable<ReplyTo<'GET /server/health'>['backups']>

const TONES = { requested: 'info', running: 'info', done: 'good', failed: 'warn' } as const
const LOOK_AGAIN = 2000

export function Backups() {
  const health = useReading(HEALTH, {}).value
  const pages = usePages('GET /server/backups', {})
  const { items, reload } = pages
  const isGoing = items?.some(({ state }) => state === 'requested' || state === 'running') ?? false
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(reload, LOOK_AGAIN)
    return () => clearTimeout(timer)
  }, [items])
  const ask = () =>
    attempt(async () => {
      await call('POST /server/backups', {})
      say(text.backupAsked)
      reload()
    })
  const plan = health.value?.backups
  return (
    <ServerFrame
      at="backups"
      actions={
        plan && (
          <button type="button" class="btn main" disabled={isGoing} onClick={() => void ask()}>
            <Icon name="down" />
            {text.backupNow}
          </button>
        )
      }
    >
      <Read of={health}>
        {() =>
          plan ? (
            <Facts plan={plan} />
          ) : (
            <Empty title={text.noBackups}>
              <p>{text.noBackupsLead}</p>
              <a class="link" href={`${outside.help}running/recovering`}>
                {text.backupHelp}
              </a>
            </Empty>
          )
        }
      </Read>
      <section aria-label={text.made} class="deliveries">
        <ReadPages of={pages} none={plan ? text.noneMade : undefined}>
          {(shown) => (
            <ul class="lines">
              {shown.map((backup) => (
                <Line key={backup.id} backup={backup} />
              ))}
            </ul>
          )}
        </ReadPages>
      </section>
    </ServerFrame>
  )
}

const Facts = ({ plan: { target, nextAt, keep, encrypted } }: { plan: Plan }) => (
  <dl class="facts">
    <dt>{text.target}</dt>
    <dd>{target}</dd>
    <dt>{text.next}</dt>
    <dd>{new Date(nextAt).toLocaleString(document.documentElement.dataset.locale ?? 'en-GB')}</dd>
    <dt>{text.keep}</dt>
    <dd>{text.keepCount(keep)}</dd>
    <dt>{text.encryption}</dt>
    <dd>{encrypted ? text.encrypted : text.plain}</dd>
  </dl>
)

function Line({ backup }: { backup: Backup }) {
  const { state, name, kept, requested, createdAt, rows, files, newBytes, error } = backup
  return (
    <li>
      <Icon name={state === 'failed' ? 'warn' : state === 'done' ? 'check' : 'clock'} />
      <div>
        <p class="strong">
          <Time at={createdAt} />
          <span class="faint"> · {requested ? text.onRequest : text.onSchedule}</span>
        </p>
        {rows !== undefined && (
          <p class="soft">
            {text.contents(rows, files ?? 0)} · {text.added(sizeOf(newBytes ?? 0))}
          </p>
        )}
        {error && <p class="soft">{error}</p>}
        {kept && name && (
          <p class="small faint">
            {text.restoreWith} <code>lectern restore {name}</code>
          </p>
        )}
      </div>
      <span class={`tag ${state === 'done' && !kept ? '' : TONES[state]}`}>
        {state === 'done' && !kept ? text.removed : text.backupStates[state]}
      </span>
    </li>
  )
}
