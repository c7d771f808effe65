// @only-sqlite @slow
// No site can take over a host: of the server, of another site, or without a proof.
import { describe, expect, test } from 'vitest'
import { statusOf } from '../../../test/support/content.ts'
import { startedDns } from '../../../test/support/dns-server.ts'
import { labelOf } from '../../../test/support/names.ts'
import { startedServer } from '../../../test/support/server.ts'
import { newSite, resolve, type TestSite, vouchFor } from '../../../test/support/sites.ts'
import { findSite } from '../../domain/site-addresses/hostnames.ts'
import { revoke } from '../../domain/site-addresses/vouchers.ts'

const dns = startedDns()
const server = startedServer({ dns, sitesHost: 'sites.example.org:8443' })

/** A timeout for busy machines. */
const eventually = <T>(ask: () => T) => expect.poll(ask, { timeout: 30_000 })

const found = async () => newSite(server, await server.found())

/** Adds the record of the site to the DNS. */
const own = (host: string, ...sites: TestSite[]) =>
  dns.set('TXT', `_lectern.${host}`, 'v=spf1 -all', ...sites.map(({ id }) => `lectern-site=${id}`))

const hostOf = ({ id }: TestSite, name = 'docs') => `${name}.${labelOf(id)}.example.com`

const shown = (site: TestSite, host: string) =>
  site.admin.http.get(`/v1/custom-hostnames/${host}?site=${site.id}`).then(({ body }) => body)

/** Waits until the DNS check has run and the claim has this status. */
const settled = async (site: TestSite, host: string, status: 'pending' | 'proven') => {
  const before = dns.asked.length
  await site.admin.http.patch(`/v1/custom-hostnames/${host}?site=${site.id}`)
  if (status === 'pending') {
    await eventually(() => dns.asked.slice(before).includes(`_lectern.${host}`)).toBe(true)
    await eventually(() => queued(site)).toBe(false)
  }
  await eventually(async () => (await shown(site, host)).proof.status).toBe(status)
}

/** True while a DNS check is queued or running. */
const queued = async ({ id }: TestSite) => {
  const job = await server.database.read
    .selectFrom('jobs')
    .selectAll()
    .where('unique_key', '=', `check-hostname/${id}`)
    .executeTakeFirst()
  return job !== undefined && (job.leased_by !== null || Date.parse(job.run_at) <= Date.now())
}

const siteAt = async (url: string) => (await resolve(server, url)).body.site

describe('the hosts of the server', () => {
  test.each([
    ['hostname', 'docs.sites.example.org'],
    ['hostname', 'sites.example.org'],
    ['hostname', 'a.b.sites.example.org'],
    ['proxy', 'sites.example.org/docs'],
    ['proxy', 'victim.sites.example.org/docs'],
    ['proxy', 'Victim.SITES.example.org/docs'],
  ])('updateSiteById: as %s, %s is refused', async (field, value) => {
    const site = await found()
    const { status, body } = await site.admin.http.patch(site.path, { [field]: value })
    expect(status).toBe(400)
    expect(body.error.issues).toEqual([{ path: field, message: expect.stringContaining('host of this server') }])
  })

  test('updateSiteById: every invalid field is reported', async () => {
    const site = await found()
    const wanted = { hostname: 'docs.sites.example.org', proxy: 'sites.example.org/docs' }
    const { body } = await site.admin.http.patch(site.path, wanted)
    expect(body.error.issues.map(({ path }: { path: string }) => path)).toEqual(['hostname', 'proxy'])
  })

  test('resolvePublishedContentByUrl: old rows with these hosts are ignored', async () => {
    const [victim, attacker] = [await found(), await found()]
    const subdomain = labelOf(victim.organization)
    await victim.admin.http.patch(`/v1/orgs/${victim.organization}`, { hostname: subdomain })
    await server.database.write((db) =>
      db
        .updateTable('sites')
        .set({ hostname: `${subdomain}.sites.example.org`, proxy: `${subdomain}.sites.example.org/docs` })
        .where('id', '=', attacker.id)
        .execute(),
    )
    expect(await siteAt(`https://${subdomain}.sites.example.org:8443/docs/guide`)).toBe(victim.id)
    expect(await statusOf(resolve(server, `https://${subdomain}.sites.example.org/docs/guide`))).toBe(404)
  })
})

describe('a host without a proof', () => {
  test('getCustomHostname, updateSiteById: is claimed, and nothing is shown there', async () => {
    const site = await found()
    const host = hostOf(site)
    const { body } = await site.admin.http.patch(site.path, { hostname: host, proxy: `${host}/help` })
    expect(body).toMatchObject({ hostname: host, proxy: { origin: `${host}/help` } })
    const { published } = (await site.admin.http.get(site.path)).body.urls
    expect(published).not.toContain(host)
    expect(await statusOf(resolve(server, `https://${host}/guide`))).toBe(404)
    expect(await statusOf(resolve(server, `https://${host}/help/guide`))).toBe(404)
    expect(await shown(site, host)).toMatchObject({
      isActive: false,
      proof: { type: 'TXT', name: `_lectern.${host}`, value: `lectern-site=${site.id}`, status: 'pending' },
    })
  })

  test('dnsRevalidateCustomHostname: the record of another site proves nothing', async () => {
    const [victim, attacker] = [await found(), await found()]
    const host = hostOf(victim)
    own(host, victim)
    await attacker.admin.http.patch(attacker.path, { hostname: host })
    await settled(attacker, host, 'pending')
    expect(await statusOf(resolve(server, `https://${host}/`))).toBe(404)
  })

  test('dnsRevalidateCustomHostname: a DNS that does not answer proves nothing', async () => {
    const site = await found()
    const host = hostOf(site)
    own(host, site)
    dns.silence(true)
    await site.admin.http.patch(site.path, { hostname: host })
    await eventually(() => dns.asked.includes(`_lectern.${host}`)).toBe(true)
    expect((await shown(site, host)).proof.status).toBe('pending')
    dns.silence(false)
    await settled(site, host, 'proven')
  })

  test('getCustomHostname: claims of other organizations are 404', async () => {
    const [one, other] = [await found(), await found()]
    const host = hostOf(one)
    await one.admin.http.patch(one.path, { hostname: host })
    expect(await statusOf(other.admin.http.get(`/v1/custom-hostnames/${host}`))).toBe(404)
    await other.admin.http.patch(other.path, { hostname: host })
    expect((await other.admin.http.get(`/v1/custom-hostnames/${host}`)).body.target.site).toBe(other.id)
    expect((await one.admin.http.get(`/v1/custom-hostnames/${host}`)).body.target.site).toBe(one.id)
  })
})

describe('a host with a proof', () => {
  test('updateSiteById: is shown once its record is there', async () => {
    const site = await found()
    const host = hostOf(site)
    own(host, site)
    dns.set('CNAME', host, 'anything.sites.example.org')
    await site.admin.http.patch(site.path, { hostname: host })
    await eventually(async () => (await shown(site, host)).isActive).toBe(true)
    expect(await shown(site, host)).toMatchObject({ status: 'dns_passed', proof: { status: 'proven' } })
    expect(await siteAt(`https://${host}/guide`)).toBe(site.id)
    expect((await site.admin.http.get(site.path)).body.urls.published).toBe(`http://${host}/`)
    const { items } = (await site.admin.http.get(`/v1/orgs/${site.organization}/audit-events`)).body
    expect(items.map(({ action }: { action: string }) => action)).toContain('site.hostname.proven')
  })

  test('updateSiteById: the site with the DNS record wins, not the first claim', async () => {
    const [first, owner] = [await found(), await found()]
    const host = hostOf(owner)
    await first.admin.http.patch(first.path, { hostname: host, proxy: `${host}/docs` })
    own(host, owner)
    await owner.admin.http.patch(owner.path, { hostname: host, proxy: `${host}/docs` })
    await settled(owner, host, 'proven')
    await settled(first, host, 'pending')
    expect(await siteAt(`https://${host}/guide`)).toBe(owner.id)
    expect(await siteAt(`https://${host}/docs/guide`)).toBe(owner.id)
  })

  test('updateSiteById: stays with its site, even when another has a record too', async () => {
    const [owner, other] = [await found(), await found()]
    const host = hostOf(owner)
    await other.admin.http.patch(other.path, { hostname: host, proxy: `${host}/docs` })
    own(host, owner)
    await owner.admin.http.patch(owner.path, { hostname: host, proxy: `${host}/docs` })
    await settled(owner, host, 'proven')
    own(host, other)
    await settled(other, host, 'pending')
    await settled(owner, host, 'proven')
    expect(await siteAt(`https://${host}/guide`)).toBe(owner.id)
    const late = await found()
    for (const wanted of [{ hostname: host }, { proxy: `${host}/docs` }])
      expect(await statusOf(late.admin.http.patch(late.path, wanted))).toBe(409)
    await owner.admin.http.delete(`/v1/custom-hostnames/${host}`)
    expect(await statusOf(resolve(server, `https://${host}/guide`))).toBe(404)
    await settled(other, host, 'proven')
    expect(await siteAt(`https://${host}/docs/guide`)).toBe(other.id)
  })

  test('updateSiteById: no site can take over a path below the proxy of another', async () => {
    const [victim, attacker] = [await found(), await found()]
    const host = hostOf(victim, 'www')
    own(host, victim)
    await victim.admin.http.patch(victim.path, { proxy: `${host}/docs` })
    await settled(victim, host, 'proven')
    for (const wanted of [
      { hostname: host },
      { proxy: `${host}/docs/guide` },
      { proxy: `${host.toUpperCase()}/docs/guide` },
    ]) {
      expect(await statusOf(attacker.admin.http.patch(attacker.path, wanted))).toBe(200)
      await settled(attacker, host, 'pending')
      expect(await siteAt(`https://${host}/docs/guide`), JSON.stringify(wanted)).toBe(victim.id)
      await attacker.admin.http.delete(`/v1/custom-hostnames/${host}`)
    }
    expect(await statusOf(attacker.admin.http.patch(attacker.path, { proxy: `${host}/docs` }))).toBe(409)
  })

  test('updateSiteById: another hostname needs another proof', async () => {
    const site = await found()
    const [host, elsewhere] = [hostOf(site), hostOf(site, 'elsewhere')]
    own(host, site)
    await site.admin.http.patch(site.path, { hostname: host })
    await settled(site, host, 'proven')
    await site.admin.http.patch(site.path, { hostname: elsewhere })
    expect(await statusOf(resolve(server, `https://${host}/`))).toBe(404)
    expect(await statusOf(resolve(server, `https://${elsewhere}/`))).toBe(404)
    expect(await statusOf(site.admin.http.get(`/v1/custom-hostnames/${host}`))).toBe(404)
  })

  test('getContentByUrl: an unproven host is not resolved', async () => {
    const [victim, attacker] = [await found(), await found()]
    const host = hostOf(victim)
    await attacker.admin.http.patch(attacker.path, { hostname: host })
    expect(await statusOf(attacker.admin.http.get(`/v1/urls/content?url=https://${host}/guide`))).toBe(404)
  })
})

describe('a host the operator vouches for', () => {
  test('updateSiteById: applies before and after the claim, until it is withdrawn', async () => {
    const [site, early] = [await found(), await found()]
    const host = hostOf(site)
    await site.admin.http.patch(site.path, { hostname: host })
    await vouchFor(server, site, host)
    expect(await siteAt(`https://${host}/guide`)).toBe(site.id)
    const internal = hostOf(early)
    await vouchFor(server, early, internal)
    const { body } = await early.admin.http.patch(early.path, { proxy: `${internal}/help` })
    expect(body.urls.published).toBe(`https://${internal}/help/`)
    await server.database.write(async (db) => revoke(db, (await findSite(db, site.id))!, host))
    expect(await statusOf(resolve(server, `https://${host}/guide`))).toBe(404)
    expect((await shown(site, host)).proof.status).toBe('pending')
  })

  test('updateSiteById: of two sites that are vouched for, the first has it', async () => {
    const [one, other] = [await found(), await found()]
    const host = hostOf(one)
    for (const site of [one, other]) await site.admin.http.patch(site.path, { hostname: host })
    await Promise.all([vouchFor(server, one, host), vouchFor(server, other, host)])
    const states = await Promise.all([one, other].map(async (site) => (await shown(site, host)).proof.status))
    expect(states.sort()).toEqual(['pending', 'proven'])
  })
})
