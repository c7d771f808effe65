// The dimensions of site events. Each function returns the values of one event in its dimension: usually one, none if
// it does not apply, or several.
import type { Dimension, StoredEvent } from './schemas.ts'
import { readUserAgent } from './user-agent.ts'

type Values = (event: StoredEvent, parameter?: string) => unknown[]

const one = (value: unknown): unknown[] => (value === undefined || value === null || value === '' ? [] : [value])

/** The domain of a URL; undefined for anything else. */
const domainOf = (url: unknown): string | undefined =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : undefined

const campaign =
  (name: string): Values =>
  ({ data }) => {
    const { url } = data.location
    return one(URL.canParse(url) ? new URL(url).searchParams.get(`utm_${name}`) : undefined)
  }

const agent =
  (part: 'device' | 'browser' | 'os' | 'bot'): Values =>
  ({ data }) => [readUserAgent(data.session.userAgent)[part]]

const located =
  (part: 'siteSection' | 'siteSpace' | 'siteShareKey'): Values =>
  ({ data }) => [data.location[part] ?? null]

const claimsOf = ({ data }: StoredEvent): Record<string, unknown> => data.session.visitorAuthClaims ?? {}

export const DIMENSIONS = {
  datetime: ({ occurred_at }, interval) => [startOf(occurred_at, interval)],
  url: ({ data }) => [data.location.url],
  eventType: ({ type }) => [type],
  siteSection: located('siteSection'),
  siteSpace: located('siteSpace'),
  siteShareKey: located('siteShareKey'),
  page: ({ data: { location } }) => [location.space ? { page: location.page ?? null, space: location.space } : null],
  visitorDevice: agent('device'),
  visitorBrowser: agent('browser'),
  visitorOS: agent('os'),
  visitorBot: agent('bot'),
  visitorLanguage: ({ data }) => [data.session.language ?? null],
  visitorClaim: (event, claim) => one(textOf(claimsOf(event)[claim!])),
  visitorClaimProperty: (event) => Object.keys(claimsOf(event)),
  eventLinkTargetValue: ({ data }) => one(data.link?.target),
  eventLinkTargetKind: ({ data }) => one(data.link?.target.kind),
  eventLinkTargetDomain: ({ data }) => one(domainOf(data.link?.target.url)),
  eventLinkPosition: ({ data }) => one(data.link?.position),
  eventAPIOperationPath: ({ data }) => one(data.operation?.path),
  eventAPIOperationMethod: ({ data }) => one(data.operation?.method),
  eventSearchQuery: ({ data }) => one(data.query),
  eventPageFeedbackRating: ({ data }) => one(data.feedback?.rating),
  eventPageFeedbackComment: ({ data }) => one(data.feedback?.comment),
  eventAskResponseRating: ({ data }) => one(data.rating),
  referrer: ({ data }) => [data.session.referrer ?? ''],
  referrerDomain: ({ data }) => [domainOf(data.session.referrer) ?? ''],
  utmSource: campaign('source'),
  utmMedium: campaign('medium'),
  utmCampaign: campaign('campaign'),
  utmTerm: campaign('term'),
  utmContent: campaign('content'),
  eventTrademarkPlacement: ({ data }) => one(data.placement),
} satisfies Record<Dimension, Values>

const textOf = (value: unknown) => (typeof value === 'object' ? undefined : String(value ?? ''))

export const valuesOf = (name: Dimension, event: StoredEvent, parameter?: string): unknown[] =>
  (DIMENSIONS[name] as Values)(event, parameter)

const LENGTHS: Record<string, number> = { hour: 13, day: 10, month: 7 }

/** The start of the hour, day, week or month; without an interval, the moment itself. */
function startOf(moment: string, interval: string | undefined): string {
  if (interval === undefined) return moment
  if (interval !== 'week')
    return `${moment.slice(0, LENGTHS[interval])}${'0000-01-01T00:00:00.000Z'.slice(LENGTHS[interval])}`
  const day = new Date(`${moment.slice(0, 10)}T00:00:00.000Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString()
}
