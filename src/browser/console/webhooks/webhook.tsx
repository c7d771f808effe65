// A webhook: what it was sent, and what it answered.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { webhookWords as text } from '../../words-webhooks.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Input } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { places } from '../places.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Deliveries } from './deliveries.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog, type WebhookJson } from './webhook-dialog.tsx'
import { WEBHOOKS, WebhookState } from './webhooks.tsx'

type Patch = Input<'PATCH /orgs/:organizationId/webhooks/:webhookId'>['body']

const ONE = 'GET /orgs/:organizationId/webhooks/:webhookId'

export function Webhook({ organizationId, webhookId }: { organizationId: string; webhookId: string }) {
  const { route } = useLocation()
  const [asked, setAsked] = useState<'edit' | 'remove' | 'rotate' | undefined>(undefined)
  const [secret, setSecret] = useState<string | undefined>(undefined)
  const [round, setRound] = useState(0)
  const at = { organizationId, webhookId }
  const reading = useReading(ONE, at).value
  if (isMissing(reading)) return <Missing />
  const close = () => setAsked(undefined)
  const update = async (body: Patch) => {
    await call('PATCH /orgs/:organizationId/webhooks/:webhookId', { ...at, body })
    refresh(ONE, WEBHOOKS)
  }
  const ping = () =>
    attempt(async () => {
      const { state, error, response } = await call('POST /orgs/:organizationId/webhooks/:webhookId/ping', at)
      setRound((before) => before + 1)
      say(state === 'delivered' ? text.pinged(response?.status ?? 200) : text.pingFailed(error ?? ''))
    })
  const rotate = () =>
    attempt(async () => {
      setSecret((await call('POST /orgs/:organizationId/webhooks/:webhookId/rotate-secret', at)).secret)
    })
  const remove = async () => {
    if (!(await attempt(() => call('DELETE /orgs/:organizationId/webhooks/:webhookId', at)))) return
    route(places.inOrganization(organizationId, 'webhooks'))
    refresh(WEBHOOKS)
    say(text.removed)
  }
  const actions = ({ active }: WebhookJson) =>
    [
      { label: text.edit, icon: 'edit', run: () => setAsked('edit') },
      {
        label: active ? text.turnOff : text.turnOn,
        icon: 'half',
        run: () => void attempt(() => update({ active: !active })),
      },
      { label: text.rotate, icon: 'retry', run: () => setAsked('rotate') },
      { label: text.remove, icon: 'trash', run: () => setAsked('remove') },
    ] as const
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="webhooks"
      title={reading.value && (reading.value.description ?? reading.value.url)}
      actions={() =>
        reading.value && (
          <>
            <button type="button" class="btn" onClick={() => void ping()}>
              <Icon name="external" />
              {text.ping}
            </button>
            <Menu class="btn bare icon" label={text.actions} items={actions(reading.value)}>
              <Icon name="more" />
            </Menu>
          </>
        )
      }
    >
      {() => (
        <Read of={reading}>
          {(webhook) => (
            <>
              <Facts webhook={webhook} />
              <Deliveries key={`${webhookId} ${round}`} {...at} />
              {asked === 'edit' && (
                <WebhookDialog
                  organization={organizationId}
                  webhook={webhook}
                  save={({ description = null, ...fields }) => update({ ...fields, description })}
                  close={close}
                />
              )}
              {asked === 'rotate' && (
                <Confirm
                  title={text.rotateAsk}
                  lead={text.rotateLead}
                  button={text.rotate}
                  cancel={words.cancel}
                  run={rotate}
                  close={close}
                />
              )}
              {asked === 'remove' && (
                <Confirm
                  title={text.removeAsk(webhook.description ?? webhook.url)}
                  lead={text.removeLead}
                  button={text.remove}
                  cancel={words.cancel}
                  run={remove}
                  close={close}
                />
              )}
              {secret && <SecretDialog secret={secret} close={() => setSecret(undefined)} />}
            </>
          )}
        </Read>
      )}
    </OrganizationFrame>
  )
}

function Facts({ webhook }: { webhook: WebhookJson }) {
  const { url, events, spaces, disabledReason, disabledAt } = webhook
  return (
    <dl class="facts">
      <dt>{text.url}</dt>
      <dd>{url}</dd>
      <dt>{text.state}</dt>
      <dd>
        <WebhookState webhook={webhook} />
        {disabledReason && (
          <>
            {' '}
            {disabledReason} {disabledAt && <Time at={disabledAt} />}
          </>
        )}
      </dd>
      <dt>{text.events}</dt>
      <dd>{events.length === 0 ? text.all : events.join(', ')}</dd>
      <dt>{text.spaces}</dt>
      <dd>{spaces.length === 0 ? text.all : text.spaceCount(spaces.length)}</dd>
    </dl>
  )
}
