// The API contract as a file: the /openapi.json of a server at its default address.
import { VERSION } from '../../src/lib/version.ts'
import { resources } from '../../src/resources/index.ts'
import { describeMessages } from '../../src/resources/webhooks/messages.ts'
import { describeApi } from '../../src/server/openapi.ts'

export const API_DESCRIPTION = new URL('../../docs/openapi.json', import.meta.url)

/** The content of docs/openapi.json. */
export async function apiDescription(): Promise<string> {
  const description = await describeApi(resources, {
    base: 'http://127.0.0.1:4000',
    version: VERSION,
    messages: describeMessages(),
  })
  return `${JSON.stringify(description, null, 2)}\n`
}
