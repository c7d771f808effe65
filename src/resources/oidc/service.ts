import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { viewerOf } from '../../domain/people/index.ts'
import { lockTeam, type OidcProvider } from '../../domain/sso/index.ts'
import { invalid } from '../../errors.ts'
import { toIssuer, VERIFIED_CLAIM } from '../../lib/openid.ts'
import type { Vault } from '../../lib/sealing.ts'
import { implement } from '../../server/operation.ts'
import {
  insertProvider,
  loadProvider,
  removeProvider,
  replaceGroupTeams,
  takeProviders,
  toProviders,
  updateProvider,
} from './queries.ts'
import { oidcRoutes } from './routes.ts'
import type { OidcProviderPatch } from './schemas.ts'

export const oidc = implement(oidcRoutes, {
  async listOIDCProvidersInOrganizationById({ db, organization, caller, page, urls }) {
    const { rows, count, next } = await takeProviders(db, organization.id, page)
    return { items: await toProviders(db, viewerOf(organization, caller), rows, urls), count, next }
  },

  async createOrganizationOIDCProvider({ db, organization, caller, body, urls, vault }) {
    const given = await columnsOf(db, organization.id, body, vault)
    const provider = await insertProvider(db, {
      ...given,
      organization_id: organization.id,
      label: body.label,
      issuer: given.issuer ?? '',
      client_id: given.client_id ?? '',
      scopes: given.scopes ?? '[]',
      verified_claim: given.verified_claim ?? VERIFIED_CLAIM,
      groups_claim: given.groups_claim ?? '',
      default_role: body.defaultRole === undefined ? organization.default_role : body.defaultRole,
    })
    if (body.groups) await replaceGroupTeams(db, provider.id, body.groups)
    return (await toProviders(db, viewerOf(organization, caller), [provider], urls))[0]!
  },

  async getOrganizationOIDCProviderById({ db, organization, caller, params, urls }) {
    const provider = await loadProvider(db, organization.id, params.oidcProviderId)
    return (await toProviders(db, viewerOf(organization, caller), [provider], urls))[0]!
  },

  async updateOrganizationOIDCProvider({ db, organization, caller, params, body, urls, vault }) {
    const before = await loadProvider(db, organization.id, params.oidcProviderId)
    const given = await columnsOf(db, organization.id, body, vault)
    const provider = await updateProvider(db, before.id, { ...given, ...withoutSecretForOthers(before, given) })
    if (body.groups) await replaceGroupTeams(db, provider.id, body.groups)
    return (await toProviders(db, viewerOf(organization, caller), [provider], urls))[0]!
  },

  async deleteOrganizationOIDCProvider({ db, organization, params, report }) {
    const { id, label } = await loadProvider(db, organization.id, params.oidcProviderId)
    await removeProvider(db, id)
    report({ target: { kind: 'oidc-provider', id }, data: { label } })
  },
})

type Given = Awaited<ReturnType<typeof columnsOf>>

// Whoever changes the issuer must not be able to have the secret sent to a server of their own.
const withoutSecretForOthers = (before: OidcProvider, { issuer, client_secret }: Given) =>
  issuer !== undefined && issuer !== before.issuer && client_secret === undefined ? { client_secret: null } : {}

async function columnsOf(db: Db, organizationId: string, body: Static<typeof OidcProviderPatch>, vault: Vault) {
  if (body.defaultTeam) await lockTeam(db, organizationId, body.defaultTeam, 'defaultTeam')
  const teams = (body.groups ?? []).map(({ team }, index) => ({ team, path: `groups.${index}.team` }))
  // In one order everywhere, so that two writers do not wait for each other.
  for (const { team, path } of teams.sort((a, b) => (a.team < b.team ? -1 : 1)))
    await lockTeam(db, organizationId, team, path)
  return {
    label: body.label,
    issuer: body.issuer === undefined ? undefined : readIssuer(body.issuer),
    client_id: body.clientID,
    client_secret: body.clientSecret === undefined ? undefined : vault.seal(body.clientSecret),
    scopes: body.scopes && JSON.stringify(body.scopes),
    verified_claim: body.verifiedClaim,
    groups_claim: body.groupsClaim,
    default_team_id: body.defaultTeam,
    default_role: body.defaultRole,
  }
}

function readIssuer(text: string): string {
  const issuer = toIssuer(text)
  if (issuer !== undefined) return issuer
  throw invalid({ path: 'issuer', message: 'is not an https URL without credentials, query and fragment' })
}
