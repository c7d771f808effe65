// The deliveries to a webhook in the last 30 days.
import { useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PlainText } from '../../ui/plain-text.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { webhookWords as text } from '../../words-webhooks.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { usePages } from '../api/pages.ts'
import { refresh, useReading } from '../api/store.ts'
import { Read, ReadPages } from '../reading.tsx'

type Delivery = ReplyTo<'GET /orgs/:organizationId/webhooks/:webhookId/deliveries'>['items'][number]
type State = Delivery['state']

const TONES = { delivered: 'good', retrying: 'warn', failed: 'warn' } as const

export function Deliveries({ organizationId, webhookId }: { organizationId: string; webhookId: string }) {
  const at = { organizationId, webhookId }
  const [state, setState] = useState<State | ''>('')
  const pages = usePages('GET /orgs/:organizationId/webhooks/:webhookId/deliveries', {
    ...at,
    query: { ...(state && { state }) },
  })
  const again = (deliveryId: string) =>
    attempt(async () => {
      const path = 'POST /orgs/:organizationId/webhooks/:webhookId/deliveries/:deliveryId/redeliver'
      const done = await call(path, { ...at, deliveryId })
      say(done.state === 'delivered' ? text.pinged(done.response?.status ?? 200) : text.pingFailed(done.error ?? ''))
      pages.reload()
      refresh('GET /orgs/:organizationId/webhooks/:webhookId')
    })
  return (
    <section class="deliveries" aria-label={text.deliveries}>
      <h2>{text.deliveries}</h2>
      <div class="list-filters">
        <SelectField
          label={text.state}
          choices={[
            { value: '', label: text.anyState },
            ...Object.entries(text.states).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => setState(value as State | '')}
        />
      </div>
      <ReadPages of={pages} none={text.noDeliveries}>
        {(shown) =>
          shown.map((delivery) => (
            <details key={delivery.id} class="delivery">
              <summary>
                <Icon name="chevron" />
                <span class="grow clip">{delivery.type}</span>
                <span class={`tag ${TONES[delivery.state]}`}>
                  {text.states[delivery.state]}
                  {delivery.response && ` ${delivery.response.status}`}
                </span>
                <span class="faint wide-only">
                  <Time at={delivery.lastAttemptAt} />
                </span>
              </summary>
              <Details organization={organizationId} delivery={delivery} again={() => void again(delivery.id)} />
            </details>
          ))
        }
      </ReadPages>
    </section>
  )
}

interface DetailsProps {
  organization: string
  delivery: Delivery
  again(): void
}

function Details({ organization, delivery, again }: DetailsProps) {
  const [isAsked, setAsked] = useState(false)
  const { message, attempts, response, error, nextAttemptAt, type } = delivery
  const event = useReading(
    'GET /orgs/:organizationId/audit-events/:auditEventId',
    isAsked ? { organizationId: organization, auditEventId: message } : null,
  ).value
  return (
    <div class="delivery-details">
      <dl class="facts">
        <dt>{text.message}</dt>
        <dd>{message}</dd>
        <dt>{text.attempts}</dt>
        <dd>{attempts}</dd>
        <dt>{text.answer}</dt>
        <dd>{response ? text.answered(response.status) : (error ?? text.noAnswer)}</dd>
        {response && error && (
          <>
            <dt>{text.error}</dt>
            <dd>{error}</dd>
          </>
        )}
        {nextAttemptAt && (
          <>
            <dt>{text.next}</dt>
            <dd>
              <Time at={nextAttemptAt} />
            </dd>
          </>
        )}
      </dl>
      {response?.body && <PlainText label={text.answer}>{response.body}</PlainText>}
      <div class="row">
        <button type="button" class="btn s" onClick={again}>
          <Icon name="retry" />
          {text.again}
        </button>
        {type !== 'webhook.ping' && !isAsked && (
          <button type="button" class="btn s" onClick={() => setAsked(true)}>
            {text.showData}
          </button>
        )}
      </div>
      {isAsked && (
        <Read of={event}>
          {({ payload }) => <PlainText label={text.data}>{JSON.stringify(payload, null, 2)}</PlainText>}
        </Read>
      )}
    </div>
  )
}
