// Runtime activity of integrations: events, rendering, tasks and page scripts.
import Type, { type Static } from 'typebox'
import { Id, named, oneOf, Timestamp, Uri } from '../server/schemas.ts'

const Json = Type.Record(Type.String(), Type.Unknown())

export const IntegrationEvent = named(
  'IntegrationEvent',
  Type.Object({
    id: Type.String(),
    integrationId: Type.String(),
    installationId: Type.Optional(Type.String()),
    createdAt: Timestamp,
    payload: Type.Unsafe<Record<string, unknown>>({ ...Json, description: 'The payload sent to the integration.' }),
    status: oneOf('success', 'failed'),
  }),
)

const IntegrationEventLog = Type.Object({
  level: oneOf('debug', 'info', 'warn', 'error'),
  message: Type.String(),
  timestamp: Timestamp,
})

export const TracedEvent = Type.Object({
  event: IntegrationEvent,
  trace: Type.Object({ logs: Type.Array(IntegrationEventLog) }),
})

const theme = { theme: oneOf('light', 'dark') }

const RenderContext = Type.Union([
  Type.Object({ type: Type.Literal('document'), ...theme, spaceId: Id, editable: Type.Boolean() }),
  Type.Object({ type: Type.Literal('configuration_account'), ...theme, organizationId: Id }),
  Type.Object({ type: Type.Literal('configuration_space'), ...theme, spaceId: Id }),
  Type.Object({ type: Type.Literal('configuration_site'), ...theme, siteId: Id }),
  Type.Object({
    type: Type.Literal('configuration_contentsource'),
    ...theme,
    organizationId: Id,
    spaceId: Type.Optional(Id),
  }),
])

export type RenderContext = Static<typeof RenderContext>

export const RenderRequest = Type.Object({
  componentId: Type.String({ minLength: 1, maxLength: 256 }),
  props: Json,
  state: Type.Optional(Json),
  context: RenderContext,
  action: Type.Optional(Json),
})

export type RenderRequest = Static<typeof RenderRequest>

export const RenderQuery = Type.Object({
  request: Type.String({ description: 'The request as JSON, compressed with LZ-string.' }),
})

/** Returned as the integration produced it, after validation. */
export const RenderOutput = named(
  'ContentKitRenderOutput',
  Type.Unsafe<Record<string, unknown>>(
    Type.Union([
      Type.Object({ type: Type.Optional(Type.Literal('element')), element: Json, state: Json, props: Json }),
      Type.Object({ type: Type.Literal('complete'), returnValue: Type.Optional(Json) }),
    ]),
  ),
)

export const NewTask = Type.Object({
  task: Json,
  schedule: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400, description: 'Delay in seconds.' })),
})

export const DevelopmentMode = Type.Object({
  tunnelUrl: Type.String({ minLength: 1, maxLength: 256, description: 'An http:// or https:// URL.' }),
  all: Type.Optional(
    Type.Boolean({ default: false, description: 'Include events of organizations other than the owner.' }),
  ),
})

export const Script = named(
  'SiteIntegrationScript',
  Type.Object({ script: Uri, contentSecurityPolicy: Type.Optional(Type.String()), cookies: Type.Boolean() }),
)
