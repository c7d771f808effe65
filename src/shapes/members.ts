// Members: users with a role in an organization. The id of a member is the id of the user.
import Type, { type Static } from 'typebox'
import { ROLES } from '../access/roles.ts'
import { named, oneOf, Timestamp } from '../server/schemas.ts'
import { MemberRole, MemberRoleOrGuest } from './organizations.ts'
import { Space } from './spaces.ts'
import { User } from './users.ts'

export const Member = named(
  'OrganizationMember',
  Type.Object({
    object: Type.Literal('member'),
    id: Type.String(),
    role: MemberRoleOrGuest,
    user: User,
    disabled: Type.Boolean({ description: 'Locked out until they sign in through the enforced single sign-on.' }),
    joinedAt: Timestamp,
    lastSeenAt: Type.Optional(Timestamp),
    sso: Type.Boolean(),
    spaces: Type.Integer({ description: 'Number of spaces the member can see.' }),
    teams: Type.Integer({ description: 'Number of teams the member is in.' }),
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
      description: 'With `lastSeenAt`, members who were never seen are omitted.',
    }),
  ),
})
export type MembersQuery = Static<typeof MembersQuery>

export const MemberPatch = Type.Object({ role: Type.Optional(MemberRoleOrGuest) })

export const Ping = Type.Object({
  serviceVisitorClaims: Type.Optional(Type.String({ description: 'A token to attach to the user.' })),
})

export const MemberSpace = named('MemberContentPermission', Type.Object({ permission: MemberRole, space: Space }))
