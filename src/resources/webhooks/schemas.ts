// Where events of an organization are told to others, and how that went.
import Type from 'typebox'
import { EVENT_NAMES } from '../../db/events.ts'
import { Id, Nullable, named, oneOf, Timestamp, Uri, WebUrl } from '../../server/schemas.ts'

const MAX_FILTERS = 100
const EventNames = Type.Array(oneOf(...EVENT_NAMES), {
  maxItems: EVENT_NAMES.length,
  description: 'Only events of these names; empty: all.',
})
const Spaces = Type.Array(Id, { maxItems: MAX_FILTERS, description: 'Only what happens in these spaces.' })
const Sites = Type.Array(Id, {
  maxItems: MAX_FILTERS,
  description: 'Only what happens in these sites; with spaces too: in any of either.',
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
  active: Type.Boolean({ description: 'Set it to true to switch on again what was switched off.' }),
  disabledAt: Type.Optional(Timestamp),
  disabledReason: Type.Optional(
    Type.String({ description: 'Why it was switched off, when the server did it: deliveries failed for a day.' }),
  ),
  failures: Type.Integer({ minimum: 0, description: 'Attempts in a row that failed.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Type.Object({ location: Uri }),
}

export const Webhook = named('Webhook', Type.Object(fields))

/** The only answers that ever show the secret. */
export const WebhookWithSecret = named(
  'WebhookWithSecret',
  Type.Object({
    ...fields,
    secret: Type.String({ description: 'Verifies signatures as Standard Webhooks do. It is shown only here.' }),
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
    message: Type.String({ description: 'What the header webhook-id says: the id of the event, or of the ping.' }),
    type: Type.String(),
    state: oneOf('delivered', 'retrying', 'failed'),
    attempts: Type.Integer({ minimum: 1 }),
    response: Type.Optional(Type.Object({ status: Type.Integer() })),
    error: Type.Optional(Type.String()),
    createdAt: Timestamp,
    lastAttemptAt: Timestamp,
    nextAttemptAt: Type.Optional(Timestamp),
    urls: Type.Object({ location: Uri }),
  }),
)
