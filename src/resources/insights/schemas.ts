// Events of site visitors, and their aggregation.
import Type, { type Static } from 'typebox'
import { Id, Nullable, named, oneOf, Timestamp } from '../../server/schemas.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const Name = text(256)
const Url = Type.String({ format: 'uri', maxLength: 2048 })
const OptionalName = Type.Optional(Nullable(Name))
const Anything = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

const Session = Type.Object({
  visitorId: Name,
  sessionId: Name,
  userAgent: text(1024),
  language: Type.Optional(Nullable(Name)),
  referrer: Type.Optional(Nullable(text(2048))),
  visitorAuthClaims: Type.Optional(Anything),
  cookies: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Passed on to integrations that receive page views; not stored.',
    }),
  ),
  ip: Type.Optional(
    Type.String({ maxLength: 64, description: 'Passed on to integrations that receive page views; not stored.' }),
  ),
})

const Location = Type.Object({
  url: Url,
  siteSection: OptionalName,
  siteSpace: OptionalName,
  siteShareKey: OptionalName,
  space: OptionalName,
  revision: OptionalName,
  page: OptionalName,
})

export const EVENT_TYPES = [
  'page_view',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'ask_question',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'trademark_click',
] as const

export const MAX_COMMENT = 512

const Rating = oneOf('bad', 'ok', 'good')
const Comment = Type.String({ minLength: 1, maxLength: MAX_COMMENT })

const details = {
  query: Type.Optional(text(512)),
  result: Type.Optional(Type.Object({ spaceId: Name, pageId: Name })),
  feedback: Type.Optional(Type.Object({ rating: Rating, comment: Type.Optional(Comment) })),
  rating: Type.Optional(Type.Unsafe<1 | -1>({ type: 'integer', enum: [1, -1] })),
  responseId: Type.Optional(Name),
  link: Type.Optional(
    Type.Object({
      target: Type.Unsafe<{ kind: string; url?: string }>({
        type: 'object',
        required: ['kind'],
        properties: { kind: Name, url: text(2048) },
        additionalProperties: true,
      }),
      position: oneOf('announcement', 'header', 'footer', 'sidebar', 'content'),
    }),
  ),
  operation: Type.Optional(Type.Object({ path: text(1024), method: text(16) })),
  placement: Type.Optional(oneOf('sidebar', 'ad', 'footer', 'pdf')),
}

const Event = named(
  'SiteInsightsEvent',
  Type.Object({
    type: oneOf(...EVENT_TYPES),
    session: Session,
    location: Location,
    timestamp: Type.Optional(Timestamp),
    ...details,
  }),
)

export type Event = Static<typeof Event>

/** The details required for each event type. */
export const DETAILS: Partial<Record<Event['type'], (keyof typeof details)[]>> = {
  search_type_query: ['query'],
  search_open_result: ['query', 'result'],
  page_post_feedback: ['feedback'],
  page_post_feedback_comment: ['feedback'],
  ask_question: ['query'],
  ask_rate_response: ['query', 'rating', 'responseId'],
  link_click: ['link'],
  api_client_open: ['operation'],
  api_client_request: ['operation'],
  trademark_click: ['placement'],
}

/** Any visitor can send events, and they are stored, so requests and events are limited in size. */
export const MAX_BODY_BYTES = 256 * 1024
export const MAX_EVENT_BYTES = 16 * 1024

export const Events = Type.Object({ events: Type.Array(Event, { maxItems: 500 }) })

export interface StoredEvent {
  id: string
  type: string
  occurred_at: string
  visitor_id: string
  session_id: string
  data: Omit<Event, 'type' | 'timestamp'>
}

const COUNTS = ['eventsCount', 'sessionsCount', 'visitorsCount', 'pageFeedbackRating', 'askResponseRating'] as const
export type Count = (typeof COUNTS)[number]

const DIMENSION_NAMES = [
  'datetime',
  'url',
  'eventType',
  'siteSection',
  'siteSpace',
  'siteShareKey',
  'page',
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'visitorBot',
  'visitorLanguage',
  'visitorClaim',
  'visitorClaimProperty',
  'eventLinkTargetValue',
  'eventLinkTargetKind',
  'eventLinkTargetDomain',
  'eventLinkPosition',
  'eventAPIOperationPath',
  'eventAPIOperationMethod',
  'eventSearchQuery',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'eventAskResponseRating',
  'referrer',
  'referrerDomain',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'eventTrademarkPlacement',
] as const

/** A dimension that events can be grouped and filtered by. */
export type Dimension = (typeof DIMENSION_NAMES)[number]

const ColumnName = oneOf(...COUNTS, ...DIMENSION_NAMES)
export type ColumnName = Static<typeof ColumnName>

const column = {
  column: ColumnName,
  interval: Type.Optional(oneOf('hour', 'day', 'week', 'month')),
  claim: Type.Optional(Name),
}

const Column = named('SiteInsightsQueryEventsColumn', Type.Object(column))
export type Column = Static<typeof Column>

const Value = Type.Unsafe<unknown>({})

const Filter = Type.Object({
  ...column,
  values: Type.Array(Value, { maxItems: 1000 }),
  operator: Type.Optional(oneOf('in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual')),
})
export type Filter = Static<typeof Filter>

const Range = Type.Unsafe<Preset | { from: string; to: string }>({
  anyOf: [
    oneOf('lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'),
    Type.Object({ from: Timestamp, to: Timestamp }),
  ],
})
export type Preset = 'lastYear' | 'last3Months' | 'last30Days' | 'last7Days' | 'last24Hours'

export const Aggregation = named(
  'SiteInsightsQueryEventsAggregation',
  Type.Object({
    select: Type.Optional(Type.Array(Column, { maxItems: 20 })),
    where: Type.Optional(Type.Array(Filter, { maxItems: 20 })),
    groupBy: Type.Optional(Type.Array(Column, { maxItems: 10 })),
    order: Type.Optional(Type.Object({ by: Column, direction: oneOf('asc', 'desc') })),
    range: Range,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
  }),
)
export type Aggregation = Static<typeof Aggregation>

export const AggregationResult = named(
  'SiteInsightsQueryEventsAggregationResult',
  Type.Object({
    columns: Type.Array(Type.Object({ column: ColumnName, claim: Type.Optional(Name), values: Type.Array(Value) })),
  }),
)

export const FeedbackQuery = Type.Object({
  rating: Type.Optional(Rating),
  spaceId: Type.Optional(Id),
  pageId: Type.Optional(Id),
  commented: Type.Optional(Type.Boolean({ description: 'Only feedback with a comment, or only without.' })),
})
export type FeedbackQuery = Static<typeof FeedbackQuery>

export const SiteFeedback = named(
  'SiteFeedback',
  Type.Object({
    object: Type.Literal('site-feedback'),
    id: Id,
    rating: Rating,
    comment: Type.Optional(Comment),
    space: Id,
    page: Id,
    url: Type.String({ description: 'The address of the page when the feedback was given.' }),
    givenAt: Timestamp,
  }),
)
