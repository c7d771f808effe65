// Who may do what on one space or collection: roles given to users and teams.
import Type, { type Static } from 'typebox'
import { Id, named } from '../../server/schemas.ts'
import { MemberRole, MemberRoleOrGuest } from '../organizations/schemas.ts'
import { Team } from '../teams/schemas.ts'
import { User } from '../users/schemas.ts'

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
