import type { Static } from 'typebox'
import { lock } from '../../access/load.ts'
import type { Db } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { viewerOf } from '../organizations/queries.ts'
import {
  insertProvider,
  isActive,
  listProviders,
  loadProvider,
  removeProvider,
  serviceOf,
  takeProviders,
  toProviders,
  updateProvider,
} from './queries.ts'
import { samlRoutes } from './routes.ts'
import type { SamlProviderPatch } from './schemas.ts'

export const saml = implement(samlRoutes, {
  async listSAMLProvidersInOrganizationById({ db, organization, caller, page, urls }) {
    const { rows, count, next } = await takeProviders(db, organization.id, page)
    return { items: await toProviders(db, viewerOf(organization, caller), rows, urls), count, next }
  },

  async createOrganizationSAMLProvider({ db, organization, caller, body, urls }) {
    const given = await columnsOf(db, organization.id, body)
    const provider = await insertProvider(db, {
      ...given,
      organization_id: organization.id,
      label: body.label,
      sso_url: given.sso_url ?? '',
      entity_id: given.entity_id ?? '',
      certificate: given.certificate ?? '',
      default_role: body.defaultRole === undefined ? organization.default_role : body.defaultRole,
    })
    return (await toProviders(db, viewerOf(organization, caller), [provider], urls))[0]!
  },

  async getOrganizationSAMLProviderById({ db, organization, caller, params, urls }) {
    const provider = await loadProvider(db, organization.id, params.samlProviderId)
    return (await toProviders(db, viewerOf(organization, caller), [provider], urls))[0]!
  },

  async updateOrganizationSAMLProvider({ db, organization, caller, params, body, urls }) {
    const { id } = await loadProvider(db, organization.id, params.samlProviderId)
    const provider = await updateProvider(db, id, await columnsOf(db, organization.id, body))
    return (await toProviders(db, viewerOf(organization, caller), [provider], urls))[0]!
  },

  async deleteOrganizationSAMLProvider({ db, organization, params, note }) {
    const { id, label } = await loadProvider(db, organization.id, params.samlProviderId)
    await removeProvider(db, id)
    note({ target: { kind: 'saml-provider', id }, data: { label } })
  },

  async listSSOProviderLoginsInOrganization({ db, params, urls }) {
    await demandOrganization(db, params.organizationId)
    const active = (await listProviders(db, params.organizationId)).filter(isActive)
    return {
      items: active.map((provider) => ({
        id: provider.id,
        label: provider.label,
        startURL: serviceOf(provider, urls).startURL,
      })),
    }
  },
})

async function columnsOf(db: Db, organizationId: string, body: Static<typeof SamlProviderPatch>) {
  if (body.defaultTeam) await demandTeam(db, organizationId, body.defaultTeam)
  return {
    label: body.label,
    sso_url: body.ssoURL,
    entity_id: body.entityID,
    certificate: body.certificate,
    default_team_id: body.defaultTeam,
    default_role: body.defaultRole,
  }
}

async function demandTeam(db: Db, organizationId: string, id: string): Promise<void> {
  await lock(db, 'team', id)
  const team = await db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!team) throw invalid({ path: 'defaultTeam', message: 'is no team of this organization' })
}

async function demandOrganization(db: Db, id: string): Promise<void> {
  const organization = await db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()
  if (!organization) throw problem('notFound')
}
