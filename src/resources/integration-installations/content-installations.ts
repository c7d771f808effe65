// Installs integrations on spaces and sites. Both work alike, but dispatch events of different types.
import type { Static } from 'typebox'
import type { Objects } from '../../access/permissions.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { type InstallationEvent, queueInstallationEvent, resetAbandonedSignIn } from '../../domain/dispatch/index.ts'
import {
  type Configuration,
  type ContentKind,
  type ContentRow,
  configure,
  externalIdOwnerOf,
  insertContentInstallation,
  removeContentInstallation,
  sealConfiguration,
  setExternalIds,
  updateContentInstallation,
} from '../../domain/installations/index.ts'
import { problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import type { ContentInstallationPatch } from '../../shapes/installations.ts'

export interface InstallationContext {
  db: Db
  vault: Vault
  integration: Objects['integration']
}

export async function installOn(
  { db, vault, integration }: InstallationContext,
  kind: ContentKind,
  installationId: string,
  contentId: string,
): Promise<ContentRow> {
  if (integration.target !== 'all' && integration.target !== kind)
    throw problem(kind === 'space' ? 'notForSpaces' : 'notForSites')
  const configured = configure(integration, kind, {})
  const added = { installationId, contentId, ...configured }
  const row = await insertContentInstallation(db, vault, kind, added).catch(throwAlreadyInstalled)
  await queueInstallationEvent(db, vault, integration.id, { ...placeOf(kind, row), ...setUp(kind), status: row.status })
  return row
}

export async function updateContent(
  { db, vault, integration }: InstallationContext,
  kind: ContentKind,
  before: ContentRow,
  { configuration, externalIds }: Static<typeof ContentInstallationPatch>,
): Promise<ContentRow> {
  const configured = configuration && configure(integration, kind, configuration)
  const row = await updateContentInstallation(db, kind, before, {
    ...(configured && { ...sealConfiguration(vault, configured.configuration), status: configured.status }),
    ...(externalIds && { external_ids: await setExternalIds(db, externalIdOwnerOf(kind, before), externalIds) }),
  })
  if (configured) {
    const previous = { status: before.status, configuration: configurationOf(vault, before) }
    await queueInstallationEvent(db, vault, integration.id, {
      ...placeOf(kind, row),
      ...setUp(kind),
      status: row.status,
      previous,
    })
  }
  return row
}

export async function uninstallFrom(
  { db, vault, integration }: InstallationContext,
  kind: ContentKind,
  row: ContentRow,
): Promise<void> {
  const type = `${kind}_installation_deleted` as const
  const previous = { configuration: configurationOf(vault, row) }
  await queueInstallationEvent(db, vault, integration.id, { ...placeOf(kind, row), type, previous })
  await removeContentInstallation(db, kind, row)
  if (kind === 'site') await resetAbandonedSignIn(db, vault)
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

/** What events about an installation name. */
export const targetOf = (id: string) => ({ kind: 'integration-installation', id })

export function throwAlreadyInstalled(error: unknown): never {
  throw isUniqueViolation(error) ? problem('installedAlready') : error
}
