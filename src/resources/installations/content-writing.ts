// Writing installations on spaces and sites: the same for both, told to the integration under different names.
import type { Static } from 'typebox'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { endSigningIn } from '../running/signing-in.ts'
import { type Configuration, configure } from './configuration.ts'
import {
  type ContentKind,
  type ContentRow,
  insertContentInstallation,
  namedBy,
  removeContentInstallation,
  updateContentInstallation,
} from './content.ts'
import type { InstallationEvent } from './outbox.ts'
import { putExternalIds, sealed } from './queries.ts'
import type { ContentInstallationPatch } from './schemas.ts'
import { installedAlready } from './targets.ts'
import { tellOf } from './telling.ts'

export interface Writing {
  db: Db
  vault: Vault
  integration: Objects['integration']
}

export async function addTo(
  { db, vault, integration }: Writing,
  kind: ContentKind,
  installationId: string,
  contentId: string,
): Promise<ContentRow> {
  if (integration.target !== 'all' && integration.target !== kind)
    throw problem(kind === 'space' ? 'notForSpaces' : 'notForSites')
  const configured = configure(integration, kind, {})
  const added = { installationId, contentId, ...configured }
  const row = await insertContentInstallation(db, vault, kind, added).catch(installedAlready)
  await tellOf(db, vault, integration.id, { ...placeOf(kind, row), ...setUp(kind), status: row.status })
  return row
}

export async function updateOn(
  { db, vault, integration }: Writing,
  kind: ContentKind,
  before: ContentRow,
  { configuration, externalIds }: Static<typeof ContentInstallationPatch>,
): Promise<ContentRow> {
  const configured = configuration && configure(integration, kind, configuration)
  const row = await updateContentInstallation(db, kind, before, {
    ...(configured && { ...sealed(vault, configured.configuration), status: configured.status }),
    ...(externalIds && { external_ids: await putExternalIds(db, namedBy(kind, before), externalIds) }),
  })
  if (configured) {
    const previous = { status: before.status, configuration: configurationOf(vault, before) }
    await tellOf(db, vault, integration.id, { ...placeOf(kind, row), ...setUp(kind), status: row.status, previous })
  }
  return row
}

export async function removeFrom(
  { db, vault, integration }: Writing,
  kind: ContentKind,
  row: ContentRow,
): Promise<void> {
  const type = `${kind}_installation_deleted` as const
  const previous = { configuration: configurationOf(vault, row) }
  await tellOf(db, vault, integration.id, { ...placeOf(kind, row), type, previous })
  await removeContentInstallation(db, kind, row)
  if (kind === 'site') await endSigningIn(db, vault)
}

const configurationOf = (vault: Vault, { configuration }: ContentRow): Configuration =>
  JSON.parse(vault.unseal(configuration))

const setUp = (kind: ContentKind) => ({ type: `${kind}_installation_setup` }) as const

const placeOf = (
  kind: ContentKind,
  { installation_id, content_id }: ContentRow,
): Pick<InstallationEvent, 'installationId' | 'spaceId' | 'siteId'> => ({
  installationId: installation_id,
  [`${kind}Id`]: content_id,
})
