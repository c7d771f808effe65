import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { viewerOf } from '../../domain/people/index.ts'
import { listLogins, lockTeam } from '../../domain/sso/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { insertProvider, loadProvider, removeProvider, takeProviders, toProviders, updateProvider } from './queries.ts'
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

  async deleteOrganizationSAMLProvider({ db, organization, params, report }) {
    const { id, label } = await loadProvider(db, organization.id, params.samlProviderId)
    await removeProvider(db, id)
    report({ target: { kind: 'saml-provider', id }, data: { label } })
  },

  async listSSOProviderLoginsInOrganization({ db, params, urls }) {
    await checkOrganization(db, params.organizationId)
    const logins = await listLogins(db, [params.organizationId], urls)
    return { items: logins.map(({ id, label, startURL }) => ({ id, label, startURL })) }
  },
})

async function columnsOf(db: Db, organizationId: string, body: Static<typeof SamlProviderPatch>) {
  if (body.defaultTeam) await lockTeam(db, organizationId, body.defaultTeam, 'defaultTeam')
  return {
    label: body.label,
    sso_url: body.ssoURL,
    entity_id: body.entityID,
    certificate: body.certificate,
    default_team_id: body.defaultTeam,
    default_role: body.defaultRole,
  }
}

async function checkOrganization(db: Db, id: string): Promise<void> {
  const organization = await db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()
  if (!organization) throw problem('notFound')
}
