// @only-sqlite
import { expect, test } from 'vitest'
import { labelOf } from '../../../test/support/names.ts'
import { readUrl } from '../../../test/support/readers.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, vouchFor } from '../../../test/support/sites.ts'

const server = startedServer({ sitesHost: 'sites.example:8080', integrationsHost: 'integrations.example' })

const check = async (domain: string) =>
  (await readUrl(server, `${server.url}/tls-check?domain=${encodeURIComponent(domain)}`)).status

test('a proxy gets certificates for the hosts of this server alone', async () => {
  const site = await newSite(server, await server.found())
  const host = `docs.${labelOf(site.id)}.example.com`
  expect(await check('127.0.0.1')).toBe(200)
  expect(await check(host)).toBe(404)
  // A claim that is not proven counts for nothing.
  await site.admin.http.patch(site.path, { hostname: host })
  expect(await check(host)).toBe(404)
  await vouchFor(server, site, host)
  await site.admin.http.patch(site.path, { hostname: host })
  for (const spelled of [host, host.toUpperCase(), `${host}.`]) expect(await check(spelled), spelled).toBe(200)
  const label = labelOf(site.organization)
  await site.admin.http.patch(`/v1/orgs/${site.organization}`, { hostname: label })
  expect(await check(`${label}.sites.example`)).toBe(200)
  const others = [
    '',
    'x',
    'sites.example',
    `a.${label}.sites.example`,
    'nobody.sites.example',
    'x.integrations.example',
  ]
  for (const other of others) expect(await check(other), other).toBe(404)
  // An unpublished site is not there.
  await site.admin.http.post(`${site.path}/unpublish`)
  expect([await check(host), await check(`${label}.sites.example`)]).toEqual([404, 404])
  expect((await readUrl(server, `${server.url}/tls-check`)).status).toBe(404)
  expect((await readUrl(server, `${server.url}/tls-check?domain=a&domain=b`)).status).toBe(404)
})
