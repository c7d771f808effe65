// @only-sqlite
import { expect, test } from 'vitest'
import { readUrl } from '../../test/support/readers.ts'
import { startedServer } from '../../test/support/server.ts'
import { newSite } from '../../test/support/sites.ts'

const LIMIT = 20
const server = startedServer({ rateLimit: LIMIT, trustedProxies: ['127.0.0.1'] })

test('a network that asks too often waits, for pages and for what is missing', async () => {
  const site = await newSite(server, await server.found())
  const from = (address: string, path: string) =>
    readUrl(server, site.url + path, { accept: 'text/html', 'x-forwarded-for': address })
  const max = LIMIT * 10
  for (let at = 0; at < max; at++) await from('203.0.113.1', at % 2 === 0 ? '' : 'nothing')
  const refused = [await from('203.0.113.1', ''), await from('203.0.113.1', 'nothing')]
  for (const { status, headers } of refused) {
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await from('203.0.113.2', '')).status).toBe(200)
})
