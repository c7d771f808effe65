// A member: a user in an organization, with a role there. The id of a member is the id of the user.
import Type, { type Static } from 'typebox'
import { ROLES } from '../../access/roles.ts'
import { named, oneOf, Timestamp } from '../../server/schemas.ts'
import { MemberRole, MemberRoleOrGuest } from '../organizations/schemas.ts'
import { Space } from '../spaces/schemas.ts'
import { User } from '../users/schemas.ts'

export const Member = named(
  'OrganizationMember',
  Type.Object({
    object: Type.Literal('member'),
    id: Type.String(),
    role: MemberRoleOrGuest,
    user: User,
    disabled: Type.Boolean({ description: 'Shut out until they sign in through the single sign-on that is enforced.' }),
    joinedAt: Timestamp,
    lastSeenAt: Type.Optional(Timestamp),
    sso: Type.Boolean(),
    spaces: Type.Integer({ description: 'How many spaces they can see.' }),
    teams: Type.Integer({ description: 'How many teams they are in.' }),
  }),
)

const Descending = Type.Optional(Type.Unsafe<'asc' | 'desc'>({ ...oneOf('asc', 'desc'), default: 'desc' }))

export const OrderQuery = Type.Object({ order: Descending })

export const MembersQuery = Type.Object({
  order: Descending,
  role: Type.Optional(oneOf(...ROLES, 'guest')),
  search: Type.Optional(Type.String({ maxLength: 512, description: 'Part of a display name or email address.' })),
  sort: Type.Optional(
    Type.Unsafe<'joinedAt' | 'lastSeenAt'>({
      ...oneOf('joinedAt', 'lastSeenAt'),
      default: 'joinedAt',
      description: 'By lastSeenAt, only members who have ever been seen are listed.',
    }),
  ),
})
export type MembersQuery = Static<typeof MembersQuery>

export const MemberPatch = Type.Object({ role: Type.Optional(MemberRoleOrGuest) })

export const Ping = Type.Object({
  serviceVisitorClaims: Type.Optional(Type.String({ description: 'A token to attach to the user.' })),
})

export const MemberSpace = named('MemberContentPermission', Type.Object({ permission: MemberRole, space: Space }))
