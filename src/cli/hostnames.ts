// lectern hostname: verifies hosts of sites manually, where DNS cannot prove ownership.
import type { Command } from 'commander'
import type { Db, Row } from '../db/tables.ts'
import { CommandError, notThere } from './failures.ts'
import { print, printJson, printTable } from './print.ts'
import { withStore } from './store.ts'

interface OfSite {
  site: string
}

export function addHostnames(program: Command): void {
  const hostname = program.command('hostname').description('verify, list and revoke hosts of sites')
  hostname
    .command('vouch')
    .description('verify that a host belongs to a site, without a DNS record')
    .argument('<host>', 'the hostname, or the host of the proxy')
    .requiredOption('--site <id>', 'the site')
    .addHelpText('after', '\nExample:\n  $ lectern hostname vouch docs.intranet.example --site 0VTQhFLBqZ7hXK5tXbJm')
    .action(vouchFor)
  hostname
    .command('list')
    .description('list the verified and claimed hosts of sites')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ lectern hostname list')
    .action(showHosts)
  hostname
    .command('revoke')
    .description('stop serving a site at a host; a DNS record can verify the host again')
    .argument('<host>', 'the hostname, or the host of the proxy')
    .requiredOption('--site <id>', 'the site')
    .addHelpText('after', '\nExample:\n  $ lectern hostname revoke docs.intranet.example --site 0VTQhFLBqZ7hXK5tXbJm')
    .action(revokeHost)
}

const vouchFor = (given: string, { site: id }: OfSite): Promise<void> =>
  withStore(async ({ config, database }) => {
    const { vouch, writeProof } = await import('../domain/site-addresses/vouchers.ts')
    const { isOwnHost } = await import('../lib/own-hosts.ts')
    const { createUrls } = await import('../server/urls.ts')
    const host = hostIn(given)
    if (isOwnHost(host, createUrls(config.url, config).ownHosts))
      throw new CommandError(`${host} is a host of this server or a subdomain of one: no site can use it.`)
    await writeProof(database, async (db) => vouch(db, await loadSite(db, id), host))
    print(`The host ${host} belongs to the site ${id}.`)
  })

const revokeHost = (given: string, { site: id }: OfSite): Promise<void> =>
  withStore(async ({ database }) => {
    const { revoke } = await import('../domain/site-addresses/vouchers.ts')
    const { listHosts } = await import('../resources/hostnames/hosts.ts')
    const host = hostIn(given)
    await database.write(async (db) => {
      const site = await loadSite(db, id)
      const known = (await listHosts(db)).some((each) => each.site === id && each.host === host)
      if (!known)
        throw new CommandError(`The site ${id} does not use the host ${host}: "lectern hostname list" lists all hosts.`)
      await revoke(db, site, host)
    })
    print(`The site ${id} is no longer served at ${host}.`)
  })

const showHosts = ({ json }: { json?: boolean }): Promise<void> =>
  withStore(async ({ database }) => {
    const { listHosts } = await import('../resources/hostnames/hosts.ts')
    const hosts = await listHosts(database.read)
    if (json) return printJson(hosts)
    printTable(
      ['Host', 'Site', 'State', 'Vouched'],
      hosts.map(({ host, site, state, vouched }) => [host, site, state, vouched ? 'yes' : 'no']),
    )
  })

/** Normalizes and validates a host. */
function hostIn(given: string): string {
  const host = given.toLowerCase()
  if (/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host)) return host
  throw new CommandError(`"${given}" is not a host: name one without a scheme, port or path, such as docs.example.com.`)
}

async function loadSite(db: Db, id: string): Promise<Row<'sites'>> {
  const { findSite } = await import('../domain/site-addresses/hostnames.ts')
  const { lock } = await import('../access/loading/locks.ts')
  const found = await findSite(db, id)
  if (!found) throw notThere('site', id)
  await lock(db, 'site', id)
  return (await findSite(db, id)) ?? found
}
