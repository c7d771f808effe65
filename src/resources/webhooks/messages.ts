// Webhook messages and their signatures, following Standard Webhooks (standardwebhooks.com).
import { createHmac, randomBytes } from 'node:crypto'
import Type, { type TSchema } from 'typebox'
import type { Row } from '../../db/tables.ts'
import { dataShapeOf, labelOf } from '../../events/data.ts'
import { EVENT_NAMES } from '../../events/events.ts'
import { SECOND } from '../../lib/time.ts'
import { Timestamp } from '../../server/schemas.ts'

export const PING = 'webhook.ping'

export interface Message {
  id: string
  type: string
  body: string
}

export function messageOf(event: Row<'events'>): Message {
  const { id, action, created_at, organization_id, actor_id, target_kind, target_id, space_id, site_id } = event
  const body = {
    id,
    type: action,
    timestamp: created_at,
    organization: organization_id,
    actor: actor_id === null ? { type: 'system' } : { type: 'user', id: actor_id },
    target: { type: target_kind, id: target_id },
    ...(space_id !== null && { space: space_id }),
    ...(site_id !== null && { site: site_id }),
    data: JSON.parse(event.data),
  }
  return { id, type: action, body: JSON.stringify(body) }
}

/** A test message. */
export function pingOf(webhook: Row<'webhooks'>, id: string, timestamp: string): Message {
  const body = {
    id,
    type: PING,
    timestamp,
    organization: webhook.organization_id,
    actor: { type: 'system' },
    target: { type: 'webhook', id: webhook.id },
    data: {},
  }
  return { id, type: PING, body: JSON.stringify(body) }
}

const messageShape = (type: string, data: TSchema) =>
  Type.Object({
    id: Type.String({ description: 'The value of the webhook-id header; the same for every attempt.' }),
    type: Type.Literal(type),
    timestamp: Timestamp,
    organization: Type.String(),
    actor: Type.Object({ type: Type.Unsafe({ enum: ['user', 'system'] }), id: Type.Optional(Type.String()) }),
    target: Type.Object({ type: Type.String(), id: Type.String() }),
    space: Type.Optional(Type.String({ description: 'The space of the event.' })),
    site: Type.Optional(Type.String({ description: 'The site of the event.' })),
    data,
  })

/** All messages by type, for the API description. */
export const describeMessages = (): Record<string, { summary: string; message: TSchema }> =>
  Object.fromEntries([
    ...EVENT_NAMES.map((name) => [name, { summary: labelOf(name), message: messageShape(name, dataShapeOf(name)) }]),
    [PING, { summary: 'A test message, sent on request', message: messageShape(PING, Type.Object({})) }],
  ])

const PREFIX = 'whsec_'

export const newSecret = (): string => PREFIX + randomBytes(24).toString('base64')

/** The headers of a message, with one signature for each valid secret. */
export function signedHeaders({ id, body }: Message, secrets: string[], at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / SECOND))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`).join(' '),
  }
}

const sign = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')
