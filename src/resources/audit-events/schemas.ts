// Audit events: who did what to which object, and when.
import Type from 'typebox'
import { Id, named, oneOf, Timestamp, Uri } from '../../server/schemas.ts'

export const AuditEventAction = named(
  'AuditEventAction',
  Type.Object({ object: Type.Literal('audit-event-action'), id: Type.String(), label: Type.String() }),
)

const fields = {
  object: Type.Literal('audit-event'),
  id: Type.String(),
  occurredAt: Timestamp,
  action: Type.String(),
  actor: Type.Object({
    type: oneOf('user', 'system'),
    id: Type.String(),
    label: Type.Optional(Type.String()),
  }),
  source: oneOf('ui', 'api', 'workflow'),
  target: Type.Object({ type: Type.String(), id: Type.String(), label: Type.Optional(Type.String()) }),
  urls: Type.Object({ location: Uri }),
}

export const AuditEvent = named('AuditEvent', Type.Object(fields))

export const AuditEventDetails = named(
  'AuditEventDetails',
  Type.Object({
    ...fields,
    correlationId: Type.Optional(Type.String({ description: 'The id of the request that caused the event.' })),
    schemaVersion: Type.Integer({ minimum: 1 }),
    payload: Type.Record(Type.String(), Type.Unknown()),
  }),
)

export const AuditEventsQuery = Type.Object({
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only events at or after this time.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only events before this time.' })),
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'The id of an audit event action.' })),
  actor: Type.Optional(Id),
  target: Type.Optional(Id),
})
