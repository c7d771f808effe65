// Background jobs: what waits, what runs, and what failed and why.
import { useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PlainText } from '../../ui/plain-text.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { serverWords as text } from '../../words-server.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { usePages } from '../api/pages.ts'
import { refresh } from '../api/store.ts'
import { ReadPages } from '../reading.tsx'
import { ServerFrame } from './frame.tsx'
import { HEALTH } from './overview.tsx'

type Job = ReplyTo<'GET /server/jobs'>['items'][number]
type State = Job['state']

const TONES = { waiting: '', running: 'info', failed: 'warn' } as const

export function Jobs() {
  const [state, setState] = useState<State | ''>('')
  const pages = usePages('GET /server/jobs', { query: { ...(state && { state }) } })
  const { count, reload } = pages
  const again = (jobId: string) =>
    attempt(async () => {
      await call('POST /server/jobs/:jobId/retry', { jobId })
      say(text.retried)
      reload()
      refresh(HEALTH)
    })
  return (
    <ServerFrame
      at="jobs"
      actions={
        <button type="button" class="btn" onClick={reload}>
          <Icon name="retry" />
          {text.check}
        </button>
      }
    >
      <div class="list-filters">
        <SelectField
          label={text.jobState}
          value={state}
          choices={[
            { value: '', label: text.anyState },
            ...Object.entries(text.jobStates).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => setState(value as State | '')}
        />
        <p class="faint" role="status">
          {count !== undefined && text.jobCount(count)}
        </p>
      </div>
      <ReadPages of={pages} none={text.noJobs}>
        {(shown) =>
          shown.map((job) => (
            <details key={job.id} class="delivery">
              <summary>
                <Icon name="chevron" />
                <span class="grow clip">{job.kind}</span>
                <span class={`tag ${TONES[job.state]}`}>{text.jobStates[job.state]}</span>
                <span class="faint wide-only">
                  <Time at={job.runAt} />
                </span>
              </summary>
              <Details job={job} again={() => void again(job.id)} />
            </details>
          ))
        }
      </ReadPages>
    </ServerFrame>
  )
}

function Details({ job, again }: { job: Job; again(): void }) {
  return (
    <div class="delivery-details">
      <dl class="facts">
        <dt>{text.due}</dt>
        <dd>
          <Time at={job.runAt} />
        </dd>
        <dt>{text.queued}</dt>
        <dd>
          <Time at={job.createdAt} />
        </dd>
        <dt>{text.attempts}</dt>
        <dd>{job.attempts}</dd>
      </dl>
      {job.error ? <PlainText label={text.reason}>{job.error}</PlainText> : <p class="faint">{text.noReason}</p>}
      {job.state === 'failed' && (
        <div>
          <button type="button" class="btn s" onClick={again}>
            <Icon name="retry" />
            {text.again}
          </button>
        </div>
      )}
    </div>
  )
}
