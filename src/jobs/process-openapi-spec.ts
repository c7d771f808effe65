// Fetches and parses an OpenAPI specification; what has a URL is looked at again every few hours.
import { fromNow, HOUR } from '../lib/time.ts'
import { processSpec } from '../resources/openapi-specs/processing.ts'
import type { Job } from './runner.ts'

const REFRESH_EVERY = 6 * HOUR

export const processOpenapiSpec: Job = async ({ payload, ...tools }) => {
  const spec = await processSpec(tools, (payload as { id: string }).id)
  return spec?.source_url ? fromNow(REFRESH_EVERY) : undefined
}
