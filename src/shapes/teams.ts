// Teams: members of an organization who get access together.
import Type from 'typebox'
import { booleans, named, oneOf, Timestamp } from '../server/schemas.ts'
import { Member } from './members.ts'

const TeamTitle = Type.String({ minLength: 1, maxLength: 64 })

/** A user id or an email address. */
const UserReference = Type.String({ minLength: 1, maxLength: 320 })
const UserReferences = Type.Array(UserReference, { maxItems: 1000 })

export const Team = named(
  'OrganizationTeam',
  Type.Object({
    object: Type.Literal('team'),
    id: Type.String(),
    title: TeamTitle,
    members: Type.Integer(),
    spaces: Type.Integer({ description: 'Number of spaces the team can access, including through collections.' }),
    createdAt: Timestamp,
    permissions: booleans('view', 'admin'),
  }),
)

const TeamRole = oneOf('owner', 'member')
const TeamMember = named('TeamMember', Type.Object({ role: TeamRole }))

export const OrganizationTeamMember = named(
  'OrganizationTeamMember',
  Type.Object({ organization: Member, team: TeamMember, permissions: booleans('view') }),
)

export const TeamOfMember = Type.Object({ team: Team, member: TeamMember })

export const TeamTitleQuery = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 512, description: 'Part of the title, case-insensitive.' })),
})

export const TeamsQuery = Type.Object({
  ...TeamTitleQuery.properties,
  owner: Type.Optional(Type.String({ description: 'Only teams that the member with this id can manage.' })),
})

export const NewTeam = Type.Object({ title: TeamTitle, members: Type.Optional(UserReferences) })

export const TeamPatch = Type.Object({ title: Type.Optional(TeamTitle) })

export const TeamMembersUpdate = named(
  'UpdateMembersInOrganizationTeam',
  Type.Object({
    add: Type.Optional(UserReferences),
    remove: Type.Optional(UserReferences),
    memberships: Type.Optional(
      Type.Unsafe<Record<string, { role: 'owner' | 'member' }>>({
        type: 'object',
        maxProperties: 1000,
        additionalProperties: Type.Object({ role: TeamRole }),
      }),
    ),
  }),
)

export const TeamMembership = Type.Object({ role: Type.Optional(TeamRole) })
