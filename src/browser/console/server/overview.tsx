// The server at a glance: whether all is well, what runs where, and a mail to try.
import { useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { serverWords as text } from '../../words-server.ts'
import { attemptForm, type Faults } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read } from '../reading.tsx'
import { ServerFrame, sizeOf } from './frame.tsx'

type HealthJson = ReplyTo<'GET /server/health'>

export const HEALTH = 'GET /server/health'
const TONES = { fine: 'good', note: 'info', wrong: 'warn' } as const
const SIGNS = { fine: 'check', note: 'info', wrong: 'warn' } as const

export function Overview() {
  const [isWriting, setWriting] = useState(false)
  const health = useReading(HEALTH, {}).value
  const sendsMail = health.value?.checks.some(({ name, state }) => name === 'mail' && state === 'fine')
  return (
    <ServerFrame
      at="overview"
      actions={
        <>
          {sendsMail && (
            <button type="button" class="btn" onClick={() => setWriting(true)}>
              <Icon name="external" />
              {text.testMail}
            </button>
          )}
          <button type="button" class="btn" onClick={() => refresh(HEALTH)}>
            <Icon name="retry" />
            {text.check}
          </button>
        </>
      }
    >
      <Read of={health}>
        {(value) => (
          <>
            <Checks health={value} />
            <Facts health={value} />
          </>
        )}
      </Read>
      {isWriting && <MailDialog close={() => setWriting(false)} />}
    </ServerFrame>
  )
}

const Checks = ({ health }: { health: HealthJson }) => (
  <section aria-label={text.health}>
    <ul class="lines">
      {health.checks.map(({ name, state, message }) => (
        <li key={name}>
          <Icon name={SIGNS[state]} />
          <div>
            <p class="strong">{text.checks[name]}</p>
            <p class="soft">{message}</p>
          </div>
          <span class={`tag ${TONES[state]}`}>{text.states[state]}</span>
        </li>
      ))}
    </ul>
  </section>
)

function Facts({ health }: { health: HealthJson }) {
  const server = useReading('GET /server', {}).value
  return (
    <Read of={server}>
      {({ version, build, url, counts }) => (
        <dl class="facts">
          <dt>{text.version}</dt>
          <dd>{build === version ? version : `${version} (${build})`}</dd>
          <dt>{text.address}</dt>
          <dd>{url}</dd>
          <dt>{text.database}</dt>
          <dd>{text.databases[health.database]}</dd>
          <dt>{text.machine}</dt>
          <dd>{health.host}</dd>
          <dt>{text.started}</dt>
          <dd>
            <Time at={health.startedAt} />
          </dd>
          <dt>{text.memory}</dt>
          <dd>{sizeOf(health.memory)}</dd>
          <dt>{text.size}</dt>
          <dd>{text.counts(counts.users, counts.organizations, counts.spaces)}</dd>
        </dl>
      )}
    </Read>
  )
}

function MailDialog({ close }: { close(): void }) {
  const { value: user } = useReading('GET /user', {}).value
  const [faults, setFaults] = useState<Faults>({})
  const send = async (form: FormData) => {
    const to = textIn(form, 'to')
    const wrong = await attemptForm(async () => {
      const { sent, error } = await call('POST /server/mail-tests', { body: { to } })
      say(sent ? text.mailSent(to) : text.mailFailed(error ?? ''))
    })
    setFaults(wrong ?? {})
    return wrong === undefined
  }
  return (
    <FormDialog
      heading={text.testMail}
      lead={text.testMailLead}
      button={text.send}
      cancel={words.cancel}
      save={send}
      close={close}
    >
      <Field label={text.to} name="to" value={user?.email ?? ''} maxLength={254} error={faults.to} />
    </FormDialog>
  )
}
