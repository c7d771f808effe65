// The credentials that a space last reached its repository with. They are used again when its URL is given without any.
import type { Db } from '../../db/tables.ts'
import type { GitAddress } from '../../git/address.ts'
import type { Vault } from '../../lib/sealing.ts'
import { findSync } from './queries.ts'

interface SpaceOfOrganization {
  id: string
  organization_id: string
}

interface Remembered {
  url: string
  /** They are of no use to another organization that the space moves to. */
  organization: string
}

export async function sealUrl(db: Db, spaceId: string, url: string, vault: Vault): Promise<string> {
  const { organization } = await db
    .selectFrom('spaces')
    .select('organization_id as organization')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return vault.seal(JSON.stringify({ url, organization } satisfies Remembered))
}

/** The URL with credentials for a repository that the space is connected with; undefined if there are none. */
export async function findUrl(
  db: Db,
  space: SpaceOfOrganization,
  { url, headers }: GitAddress,
  vault: Vault,
): Promise<string | undefined> {
  if (headers.Authorization) return undefined
  const sync = await findSync(db, space.id)
  if (!sync?.url || sync.address.split(' ')[0] !== url) return undefined
  const sealed = vault.unseal(sync.url)
  // Earlier versions stored the URL alone.
  const remembered = sealed.startsWith('{') ? (JSON.parse(sealed) as Remembered) : undefined
  return remembered?.organization === space.organization_id ? remembered.url : undefined
}
