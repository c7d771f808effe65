export { insertEvents, rateOnce, removeEventsBefore } from './queries.ts'
export type { Event as InsightsEvent } from './schemas.ts'
export { insights } from './service.ts'
export { readUserAgent } from './user-agent.ts'
