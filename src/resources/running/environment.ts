// What an integration is told about itself and the place it is called at, with every event.
import type { IntegrationTokens } from '../../access/integration-tokens.ts'
import { loadIntegration } from '../../access/load-integration.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Files } from '../../files/files.ts'
import type { Vault } from '../../lib/sealing.ts'
import type { Urls } from '../../server/urls.ts'
import { showInstallation } from '../installations/queries.ts'
import { showSiteInstallations, showSpaceInstallations } from '../installations/showing-content.ts'
import { showIntegration } from '../integrations/queries.ts'
import type { Place } from './place.ts'

export interface Surroundings {
  db: Db
  files: Files
  vault: Vault
  urls: Urls
  integrationTokens: IntegrationTokens
}

export async function environmentOf(around: Surroundings, integration: Row<'integrations'>, place: Place) {
  const { db, vault, urls, integrationTokens } = around
  const { name, token_id, secrets, signing_secret } = integration
  const token = integrationTokens.sign(token_id)
  // It sees itself as it would if it asked.
  const caller = await integrationTokens.identify(db, token)
  const showing = { ...around, caller, query: {} }
  const { installation, content } = place
  const rows = content && [{ ...content.row, name }]
  const installationToken = installation && integrationTokens.sign(installation.token_id)
  return {
    integration: await showIntegration(showing, await loadIntegration(db, caller, name)),
    installation: installation && (await showInstallation(around, { ...installation, name })),
    spaceInstallation: content?.kind === 'space' ? (await showSpaceInstallations(showing, rows!, null))[0] : undefined,
    siteInstallation: content?.kind === 'site' ? (await showSiteInstallations(showing, rows!))[0] : undefined,
    secrets: JSON.parse(vault.unseal(secrets)) as Record<string, string>,
    apiEndpoint: urls.base,
    apiTokens: { integration: token, installation: installationToken },
    // Runtimes of before there were several.
    authToken: installationToken ?? token,
    signingSecret: vault.unseal(installation?.signing_secret ?? signing_secret),
    signingSecrets: {
      integration: vault.unseal(signing_secret),
      installation: installation && vault.unseal(installation.signing_secret),
      [`${content?.kind ?? 'space'}Installation`]: content && vault.unseal(content.row.signing_secret),
    },
  }
}
