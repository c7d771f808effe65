// The names of organizations in addresses of their sites: subdomains of the host for sites, or the first segments of
// paths. An organization is named after its title; a new title does not change its addresses, but for the title that the
// first admin gives to the first organization.
import type { Database } from '../../db/database.ts'
import { advisoryLock } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { slugify, uniqueSlug } from '../../engine/slug.ts'
import { problem } from '../../errors.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'

/** Names that may mean the server itself, though no path of it begins with them. */
const RESERVED = new Set(['api', 'admin', 'console', 'help', 'lectern', 'mail', 'static', 'status', 'support', 'www'])

/** Without a separate host for sites, an organization's hostname is a path segment beside those of the server. */
const isReserved = (hostname: string, { ownSegments }: Urls): boolean =>
  RESERVED.has(hostname) || ownSegments.has(hostname)

/** Leaves room for a suffix within the 32 characters of a hostname. */
const MAX_STEM = 26

const WHEN_EMPTY = 'organization'

/** The title as letters, digits and hyphens; at least three of them. */
function stemOf(title: string): string {
  const words = slugify(title, WHEN_EMPTY).replace(/[^a-z0-9]+/g, '-')
  const stem = words.replace(/^-/, '').slice(0, MAX_STEM).replace(/-$/, '')
  if (stem === '') return WHEN_EMPTY
  return stem.length < 3 ? `${stem}-docs` : stem
}

/** A free hostname for an organization with that title. The name is held until the transaction ends. */
export async function chooseHostname(db: Db, title: string, urls: Urls): Promise<string> {
  await advisoryLock(db, 'hostnames')
  const stem = stemOf(title)
  const taken = new Set<string | null>()
  for (const table of ['organizations', 'former_hostnames'] as const) {
    const rows = await db.selectFrom(table).select('hostname').where('hostname', 'like', `${stem}%`).execute()
    for (const { hostname } of rows) taken.add(hostname)
  }
  return uniqueSlug(stem, (name) => taken.has(name) || isReserved(name, urls))
}

/** Names organizations that have no hostname, of versions that left them without. */
export async function nameOrganizations(database: Database, urls: Urls): Promise<void> {
  const nameless = (db: Db) => db.selectFrom('organizations').select(['id', 'title']).where('hostname', 'is', null)
  if (!(await nameless(database.read).limit(1).executeTakeFirst())) return
  await database.write(async (db) => {
    await advisoryLock(db, 'hostnames')
    for (const { id, title } of await nameless(db).orderBy('id').execute())
      await setHostname(db, id, await chooseHostname(db, title, urls))
  })
}

/** Renames the organization in addresses. Its former name still leads to its sites. */
export async function changeHostname(
  db: Db,
  { id, hostname: former }: Pick<Row<'organizations'>, 'id' | 'hostname'>,
  hostname: string,
  urls: Urls,
): Promise<void> {
  if (hostname === former) return
  await advisoryLock(db, 'hostnames')
  if (isReserved(hostname, urls) || (await isTaken(db, id, hostname))) throw problem('hostnameTaken')
  await setHostname(db, id, hostname)
  await db.deleteFrom('former_hostnames').where('hostname', '=', hostname).execute()
  if (former !== null) await keepFormer(db, id, former)
}

/** Names an organization after its new title, if nobody has chosen its name. Call it before the title is stored. */
export async function followTitle(
  db: Db,
  organization: Pick<Row<'organizations'>, 'id' | 'title' | 'hostname'>,
  title: string,
  urls: Urls,
): Promise<void> {
  const isOwn = organization.hostname === stemOf(organization.title)
  if (isOwn && stemOf(title) !== organization.hostname)
    await changeHostname(db, organization, await chooseHostname(db, title, urls), urls)
}

/** An organization keeps its last former hostnames; others can have older ones. */
const MAX_FORMER = 10

async function keepFormer(db: Db, id: string, hostname: string): Promise<void> {
  await db.insertInto('former_hostnames').values({ hostname, organization_id: id, created_at: now() }).execute()
  const own = db.selectFrom('former_hostnames').select('hostname').where('organization_id', '=', id)
  const rows = await own.orderBy('created_at', 'desc').execute()
  const old = rows.slice(MAX_FORMER).map((row) => row.hostname)
  if (old.length > 0) await db.deleteFrom('former_hostnames').where('hostname', 'in', old).execute()
}

async function isTaken(db: Db, id: string, hostname: string): Promise<boolean> {
  const has = db.selectFrom('organizations').select('id').where('hostname', '=', hostname)
  const had = db.selectFrom('former_hostnames').select('organization_id as id').where('hostname', '=', hostname)
  const owners = [await has.executeTakeFirst(), await had.executeTakeFirst()]
  return owners.some((owner) => owner !== undefined && owner.id !== id)
}

async function setHostname(db: Db, id: string, hostname: string): Promise<void> {
  await db.updateTable('organizations').set({ hostname }).where('id', '=', id).execute()
}
