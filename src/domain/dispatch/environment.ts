// Builds the environment that accompanies every event: the integration, its installation, secrets and tokens.
import type { IntegrationTokens } from '../../access/integration-tokens.ts'
import { loadIntegration } from '../../access/loading/integrations.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Files } from '../../files/files.ts'
import type { Vault } from '../../lib/sealing.ts'
import type { Urls } from '../../server/urls.ts'
import { presentInstallation, presentSiteInstallations, presentSpaceInstallations } from '../installations/index.ts'
import { presentIntegration } from '../integrations/index.ts'
import type { DispatchContext } from './context.ts'

export interface EnvironmentServices {
  db: Db
  files: Files
  vault: Vault
  urls: Urls
  integrationTokens: IntegrationTokens
}

export async function environmentOf(
  services: EnvironmentServices,
  integration: Row<'integrations'>,
  context: DispatchContext,
) {
  const { db, vault, urls, integrationTokens } = services
  const { name, token_id, secrets, signing_secret } = integration
  const token = integrationTokens.sign(token_id)
  // The integration sees itself with its own permissions.
  const caller = await integrationTokens.identify(db, token)
  const presenterContext = { ...services, caller, query: {} }
  const { installation, content } = context
  const rows = content && [{ ...content.row, name }]
  const installationToken = installation && integrationTokens.sign(installation.token_id)
  return {
    integration: await presentIntegration(presenterContext, await loadIntegration(db, caller, name)),
    installation: installation && (await presentInstallation(services, { ...installation, name })),
    spaceInstallation:
      content?.kind === 'space' ? (await presentSpaceInstallations(presenterContext, rows!, null))[0] : undefined,
    siteInstallation:
      content?.kind === 'site' ? (await presentSiteInstallations(presenterContext, rows!))[0] : undefined,
    secrets: JSON.parse(vault.unseal(secrets)) as Record<string, string>,
    apiEndpoint: urls.base,
    apiTokens: { integration: token, installation: installationToken },
    // For runtimes that know a single token.
    authToken: installationToken ?? token,
    signingSecret: vault.unseal(installation?.signing_secret ?? signing_secret),
    signingSecrets: {
      integration: vault.unseal(signing_secret),
      installation: installation && vault.unseal(installation.signing_secret),
      [`${content?.kind ?? 'space'}Installation`]: content && vault.unseal(content.row.signing_secret),
    },
  }
}
