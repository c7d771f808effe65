import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { named, oneOf, Timestamp, Uri } from '../../server/schemas.ts'
import { User } from '../../shapes/users.ts'

const MemberToken = named(
  'MemberToken',
  Type.Object({
    object: Type.Literal('member-token'),
    id: Type.String(),
    label: Type.String(),
    user: User,
    reach: Type.Unsafe<'organization' | 'account'>({
      ...oneOf('organization', 'account'),
      description: 'Whether the token works in this organization only, or wherever the person is a member.',
    }),
    createdAt: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    lastUsedAt: Type.Optional(Timestamp),
    urls: Type.Object({ location: Uri }),
  }),
)

const TOKENS = '/orgs/:organizationId/tokens'

export const organizationTokenRoutes = routes('Members', {
  listMemberTokens: {
    get: TOKENS,
    can: 'organization.admin',
    query: Type.Object({ search: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }),
    list: MemberToken,
    summary: 'List the API tokens of members that work in an organization, newest first',
  },
  revokeMemberToken: {
    delete: `${TOKENS}/:tokenId`,
    can: 'organization.admin',
    event: 'organization.member-token.revoked',
    summary: 'Revoke an API token of a member; one that works elsewhere too stops working in this organization only',
  },
})
