// Fetches and parses an OpenAPI specification; specifications with a URL are refreshed every few hours.
import { fromNow, HOUR } from '../lib/time.ts'
import { processSpec } from '../resources/openapi-specs/index.ts'
import type { Job } from './runner.ts'

const REFRESH_EVERY = 6 * HOUR

export const processOpenapiSpec: Job = async ({ payload, ...tools }) => {
  const spec = await processSpec(tools, (payload as { id: string }).id)
  return spec?.source_url ? fromNow(REFRESH_EVERY) : undefined
}
