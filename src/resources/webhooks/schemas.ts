// Webhooks and their deliveries.
import Type from 'typebox'
import { EVENT_NAMES } from '../../events/events.ts'
import { Id, Nullable, named, oneOf, Timestamp, Uri, WebUrl } from '../../server/schemas.ts'

const MAX_FILTERS = 100
const EventNames = Type.Array(oneOf(...EVENT_NAMES), {
  maxItems: EVENT_NAMES.length,
  description: 'Only events with these names; empty for all.',
})
const Spaces = Type.Array(Id, { maxItems: MAX_FILTERS, description: 'Only events in these spaces.' })
const Sites = Type.Array(Id, {
  maxItems: MAX_FILTERS,
  description: 'Only events in these sites; combined with spaces, events in any of them.',
})
const Description = Type.String({ minLength: 1, maxLength: 256 })

const fields = {
  object: Type.Literal('webhook'),
  id: Type.String(),
  url: Type.String(),
  description: Type.Optional(Type.String()),
  events: Type.Array(Type.String()),
  spaces: Type.Array(Type.String()),
  sites: Type.Array(Type.String()),
  active: Type.Boolean({ description: 'Set to true to re-enable a disabled webhook.' }),
  disabledAt: Type.Optional(Timestamp),
  disabledReason: Type.Optional(
    Type.String({
      description: 'Why the server disabled the webhook: deliveries failed for a day, or the receiver is gone.',
    }),
  ),
  failures: Type.Integer({ minimum: 0, description: 'Consecutive failed attempts.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({ location: Uri }),
}

export const Webhook = named('Webhook', Type.Object(fields))

/** The only replies that contain the secret. */
export const WebhookWithSecret = named(
  'WebhookWithSecret',
  Type.Object({
    ...fields,
    secret: Type.String({ description: 'Verifies signatures as in Standard Webhooks. Only this reply contains it.' }),
  }),
)

export const NewWebhook = Type.Object({
  url: WebUrl,
  description: Type.Optional(Description),
  events: Type.Optional(EventNames),
  spaces: Type.Optional(Spaces),
  sites: Type.Optional(Sites),
  active: Type.Optional(Type.Boolean()),
})

export const WebhookPatch = Type.Object({
  url: Type.Optional(WebUrl),
  description: Type.Optional(Nullable(Description)),
  events: Type.Optional(EventNames),
  spaces: Type.Optional(Spaces),
  sites: Type.Optional(Sites),
  active: Type.Optional(Type.Boolean()),
})

export const WebhookDelivery = named(
  'WebhookDelivery',
  Type.Object({
    object: Type.Literal('webhook-delivery'),
    id: Type.String(),
    message: Type.String({ description: 'The value of the webhook-id header: the id of the event or of the ping.' }),
    type: Type.String(),
    state: oneOf('delivered', 'retrying', 'failed'),
    attempts: Type.Integer({ minimum: 1 }),
    response: Type.Optional(
      Type.Object({
        status: Type.Integer(),
        body: Type.Optional(Type.String({ description: 'Its beginning, at most 4096 bytes, if it is text.' })),
      }),
    ),
    error: Type.Optional(Type.String()),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp,
    nextAttemptAt: Type.Optional(Timestamp),
    urls: Type.Object({ location: Uri }),
  }),
)
