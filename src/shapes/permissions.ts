// Roles of users and teams on a space, collection or site.
import Type, { type Static } from 'typebox'
import { Id, named } from '../server/schemas.ts'
import { MemberRole, MemberRoleOrGuest } from './organizations.ts'
import { Team } from './teams.ts'
import { User } from './users.ts'

export const UserPermission = named('UserContentPermission', Type.Object({ permission: MemberRole, user: User }))
export const TeamPermission = named('TeamContentPermission', Type.Object({ permission: MemberRole, team: Team }))

const Ids = Type.Array(Id, { minItems: 1, maxItems: 1000 })

const invitation = Type.Object({
  role: MemberRoleOrGuest,
  users: Type.Optional(Ids),
  teams: Type.Optional(Ids),
})

export const Invitation = named(
  'InviteUsersAndTeams',
  Type.Unsafe<Static<typeof invitation>>({ ...invitation, anyOf: [{ required: ['users'] }, { required: ['teams'] }] }),
)

export const PermissionPatch = Type.Object({ role: Type.Optional(MemberRoleOrGuest) })
export const RoleFilter = Type.Object({ role: Type.Optional(MemberRole) })

export const PeopleQuery = Type.Object({
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'A part of the name or of the email address.' }),
  ),
  canReview: Type.Optional(Type.Boolean({ description: 'Only people who may review change requests.' })),
})
