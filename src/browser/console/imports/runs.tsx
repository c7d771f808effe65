// The imports into a space: how far they are, and what happened.
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { addressOf } from '../space/content.ts'
import { refreshContent } from '../space/writing.ts'
import type { SpaceJson } from '../spaces/space-places.tsx'

export type Run = ReplyTo<'GET /org/:organizationId/imports'>['items'][number]

const LIST = 'GET /org/:organizationId/imports'
const PAUSE = 1000
const text = words.imports

const isActive = ({ status }: Run): boolean => status === 'pending' || status === 'in-progress'

interface Props {
  space: SpaceJson
  shows(run: Run): boolean
  none: string
}

export function Runs({ space, shows, none }: Props) {
  const reading = useReading(LIST, { organizationId: space.organization, query: { space: space.id, limit: 50 } }).value
  const runs = (reading.value?.items ?? []).filter(shows)
  const active = runs.filter(isActive).length
  useEffect(() => {
    if (active === 0) return
    const timer = setInterval(() => refresh(LIST), PAUSE)
    return () => {
      clearInterval(timer)
      // One has ended: there are other pages now.
      refreshContent()
    }
  }, [active])
  return (
    <Read of={reading}>
      {() => (
        <>
          {runs.length === 0 && <p class="none">{none}</p>}
          <ul class="lines">
            {runs.map((run) => (
              <Line key={run.id} run={run} space={space} />
            ))}
          </ul>
        </>
      )}
    </Read>
  )
}

const TONES: Record<Run['status'], string> = {
  pending: 'info',
  'in-progress': 'info',
  completed: 'good',
  failed: 'warn',
  cancelled: '',
}

function Line({ run, space }: { run: Run; space: SpaceJson }) {
  const { id, status, reason, source, target, importedResources: done, totalResources: all, createdAt } = run
  const name = source.url ?? (source.names?.join(', ') || text.sourceName(source.format))
  const cancel = () =>
    attempt(async () => {
      const run = { organizationId: space.organization, importRunId: id }
      await call('POST /org/:organizationId/imports/:importRunId/cancel', run)
      refresh(LIST)
    })
  return (
    <li>
      <Icon name="import" />
      <div>
        <span class="what">{name}</span>
        <p>
          {text.counted(done, all)}{' '}
          <span class="faint">
            · <Time at={createdAt} />
          </span>
        </p>
        {isActive(run) && <progress max={Math.max(1, all)} value={done} aria-label={text.progress(name)} />}
        {reason && <p class="bad">{reason}</p>}
        {status === 'completed' && <Report run={run} space={space} />}
      </div>
      <span class="row above">
        <span class={`tag ${TONES[status]}`}>{text.states[status]}</span>
        {isActive(run) && (
          <button type="button" class="btn s" onClick={() => void cancel()}>
            {words.cancel}
          </button>
        )}
        {status === 'completed' && (
          <a class="btn s" href={addressOf(target)}>
            {target.changeRequest ? text.openDraft : text.openPages}
          </a>
        )}
      </span>
    </li>
  )
}

/** What could not be imported, and why. */
function Report({ run, space }: { run: Run; space: SpaceJson }) {
  const [isOpen, setOpen] = useState(false)
  const { value } = useReading(
    'GET /org/:organizationId/imports/:importRunId',
    isOpen ? { organizationId: space.organization, importRunId: run.id } : null,
  ).value
  return (
    <details class="above" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text.report}</summary>
      {value && value.failures.length === 0 && <p class="faint">{text.noFailures}</p>}
      {value && value.failures.length > 0 && (
        <>
          <p>{text.failures(value.failures.length)}</p>
          <ul class="plain">
            {value.failures.map(({ url, reason }) => (
              <li key={url}>
                {!reason.includes(url) && <code>{url}</code>} {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}
