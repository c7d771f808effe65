// Webhooks: addresses that are told what happens.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { webhookWords as text } from '../../words-webhooks.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog, type WebhookFields, type WebhookJson } from './webhook-dialog.tsx'

type Created = ReplyTo<'POST /orgs/:organizationId/webhooks'>

export const WEBHOOKS = 'GET /orgs/:organizationId/webhooks'

export function Webhooks({ organizationId }: { organizationId: string }) {
  const { route } = useLocation()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<Created | undefined>(undefined)
  const webhooks = useReading(WEBHOOKS, { organizationId, query: { limit: 1000 } }).value
  const create = async (body: WebhookFields) => {
    setCreated(await call('POST /orgs/:organizationId/webhooks', { organizationId, body }))
    refresh(WEBHOOKS)
  }
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="webhooks"
      actions={() => (
        <button type="button" class="btn main" onClick={() => setCreating(true)}>
          <Icon name="plus" />
          {text.create}
        </button>
      )}
    >
      {() => (
        <>
          <p class="soft">{text.lead}</p>
          <Read of={webhooks}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty title={text.none}>
                  <p>{text.noneLead}</p>
                </Empty>
              ) : (
                <ul class="lines">
                  {items.map((webhook) => (
                    <li key={webhook.id}>
                      <Icon name="external" />
                      <div>
                        <a class="what" href={places.inOrganization(organizationId, `webhooks/${webhook.id}`)}>
                          {webhook.description ?? webhook.url}
                        </a>
                        <p class="faint">{webhook.url}</p>
                      </div>
                      <WebhookState webhook={webhook} />
                    </li>
                  ))}
                </ul>
              )
            }
          </Read>
          {isCreating && <WebhookDialog organization={organizationId} save={create} close={() => setCreating(false)} />}
          {created && (
            <SecretDialog
              secret={created.secret}
              close={() => route(places.inOrganization(organizationId, `webhooks/${created.id}`))}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  )
}

export function WebhookState({ webhook: { active, failures } }: { webhook: WebhookJson }) {
  if (!active) return <span class="tag">{text.off}</span>
  return failures > 0 ? <span class="tag warn">{text.failing}</span> : <span class="tag good">{text.on}</span>
}
