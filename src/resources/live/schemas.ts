// What happens in spaces while somebody watches, and where people are.
import Type, { type Static } from 'typebox'
import { Id, Nullable, named, Timestamp } from '../../server/schemas.ts'
import { User } from '../../shapes/users.ts'

export const StreamQuery = Type.Object({
  spaces: Type.Array(Id, { minItems: 1, maxItems: 50, description: 'Spaces that you cannot see are left out.' }),
  after: Type.Optional(
    Type.String({
      maxLength: 4096,
      pattern: '^[\\w-]+:\\d+(,[\\w-]+:\\d+)*$',
      description:
        'The `id` of the last event, or `next`, to go on from there; the same as the header `Last-Event-ID`. Default: now.',
    }),
  ),
})

export const LiveEvent = named(
  'LiveEvent',
  Type.Object({
    id: Type.String({ description: 'The place in the log, to go on from.' }),
    type: Type.String({ description: 'The name of the event, as for webhooks.' }),
    space: Type.String(),
    target: Type.Object({ type: Type.String(), id: Type.String() }),
    changeRequest: Type.Optional(Type.String()),
    revision: Type.Optional(Type.String({ description: 'The revision that the event made.' })),
    actor: Type.Optional(Type.String({ description: 'The id of the user.' })),
    at: Timestamp,
  }),
)
export type LiveEventJson = Static<typeof LiveEvent>

const Spot = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 64, description: 'The key of the block.' }),
  offset: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
})

export const Selection = Type.Object({ anchor: Spot, head: Spot })

const place = {
  page: Type.Optional(Id),
  changeRequest: Type.Optional(Id),
  selection: Type.Optional(Selection),
}

export const Presence = named(
  'Presence',
  Type.Object({ client: Type.String(), user: User, ...place, expiresAt: Timestamp }),
)
export type PresenceJson = Static<typeof Presence>

export const LiveReply = Type.Object({
  next: Type.String({ description: 'Where to go on from.' }),
  more: Type.Boolean({ description: 'True if there are more events already.' }),
  events: Type.Array(LiveEvent),
  presence: Type.Array(Type.Object({ space: Type.String(), people: Type.Array(Presence) })),
})

export const NewPresence = Type.Object({
  client: Type.String({
    pattern: '^[\\w-]{1,64}$',
    description: 'Names the tab or program: a person may be in several places.',
  }),
  page: Type.Optional(Nullable(Id)),
  changeRequest: Type.Optional(Nullable(Id)),
  selection: Type.Optional(Nullable(Selection)),
  left: Type.Optional(Type.Boolean({ description: 'True: the person is no longer there.' })),
})
