// Effective roles on a site, with their origin.
import Type from 'typebox'
import { ROLES } from '../../access/roles.ts'
import { named, oneOf, oneOfOrNull, Timestamp } from '../../server/schemas.ts'
import { User } from '../../shapes/users.ts'

const Origin = Type.Object({
  type: oneOf('organization', 'space', 'site'),
  organization: Type.Optional(Type.String()),
  space: Type.Optional(Type.String()),
  site: Type.Optional(Type.String()),
  reason: Type.Optional(
    Type.Unsafe<'member' | 'team'>({
      ...oneOf('member', 'team'),
      description: 'Whether the role on the site was granted to the user or to a team.',
    }),
  ),
  team: Type.Optional(Type.String()),
})

export const UserSitePermission = named(
  'UserSitePermission',
  Type.Object({
    permission: oneOfOrNull(...ROLES),
    user: User,
    origin: Origin,
    disabled: Type.Boolean({ description: 'Locked out until they sign in through the enforced single sign-on.' }),
    lastSeenAt: Type.Optional(Timestamp),
  }),
)
