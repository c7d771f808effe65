import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { named, Timestamp, Uri } from '../../server/schemas.ts'

const Label = Type.String({ minLength: 1, maxLength: 100 })

const fields = {
  object: Type.Literal('scim-token'),
  id: Type.String(),
  label: Label,
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
  endpoint: Type.Unsafe<string>({ ...Uri, description: 'The SCIM URL to enter at the identity provider.' }),
  urls: Type.Object({ location: Uri }),
}

export const ScimToken = named('ScimToken', Type.Object(fields))

/** The only reply that contains the secret. */
const CreatedScimToken = named('CreatedScimToken', Type.Object({ ...fields, token: Type.String() }))

const TOKENS = '/orgs/:organizationId/scim-tokens'

export const scimTokenRoutes = routes('Provisioning', {
  listScimTokens: {
    get: TOKENS,
    can: 'organization.admin',
    list: ScimToken,
    summary: 'List the tokens with which identity providers manage members and teams, oldest first',
  },
  createScimToken: {
    post: TOKENS,
    can: 'organization.admin',
    sensitive: true,
    body: Type.Object({ label: Label }),
    reply: CreatedScimToken,
    status: 201,
    event: 'organization.scim-token.created',
    summary: 'Create a SCIM token; only this reply contains its secret',
  },
  deleteScimToken: {
    delete: `${TOKENS}/:scimTokenId`,
    can: 'organization.admin',
    sensitive: true,
    event: 'organization.scim-token.deleted',
    summary: 'Delete a SCIM token; it stops working immediately, and members and teams stay',
  },
})
