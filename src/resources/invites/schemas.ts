// Two ways into an organization: by email address, and by a link that whoever has it can follow.
import Type, { type Static } from 'typebox'
import { Id, named } from '../../server/schemas.ts'
import { Collection } from '../collections/schemas.ts'
import { MemberRoleOrGuest } from '../organizations/schemas.ts'
import { Space } from '../spaces/schemas.ts'

const Email = Type.String({ format: 'email', maxLength: 254 })
const Invitee = Type.Object({ email: Email, role: MemberRoleOrGuest })

export const EmailInvites = named(
  'InviteUsersToOrganization',
  Type.Object({
    emails: Type.Array(Type.Unsafe<string | Static<typeof Invitee>>({ anyOf: [Email, Invitee] }), { maxItems: 1000 }),
    role: Type.Optional(MemberRoleOrGuest),
    sso: Type.Optional(Type.Boolean({ default: false, description: 'Lets them in through single sign-on.' })),
  }),
)
export type EmailInvites = Static<typeof EmailInvites>

export const InvitedUsers = Type.Object({
  users: Type.Array(Type.String(), { description: 'The ids of the users who became members.' }),
  invited: Type.Integer({ description: 'How many users became members.' }),
  failedSSOEmails: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Addresses outside the email domains of the organization: not made members of its single sign-on.',
    }),
  ),
})

const common = { object: Type.Literal('invite'), id: Type.String(), redundant: Type.Boolean() }

const InviteToOrganization = named('InviteLinkToOrganization', Type.Object({ ...common, role: MemberRoleOrGuest }))
const InviteToSpace = named('InviteLinkToSpace', Type.Object({ ...common, level: MemberRoleOrGuest, space: Space }))
const InviteToCollection = named(
  'InviteLinkToCollection',
  Type.Object({ ...common, level: MemberRoleOrGuest, collection: Collection }),
)

/** `redundant`: whoever asks already has that role, or a higher one. */
export const Invite = named(
  'OrganizationInviteLink',
  Type.Unsafe<Static<typeof InviteToOrganization> | Static<typeof InviteToSpace> | Static<typeof InviteToCollection>>({
    anyOf: [InviteToOrganization, InviteToSpace, InviteToCollection],
  }),
)

/** In lists every link has a role: one to content makes guests of those who follow it. */
export const ListedInvite = named(
  'ListedInviteLink',
  Type.Object({
    ...common,
    role: MemberRoleOrGuest,
    level: Type.Optional(MemberRoleOrGuest),
    space: Type.Optional(Space),
    collection: Type.Optional(Collection),
  }),
)

const newInvite = Type.Object({
  role: Type.Optional(MemberRoleOrGuest),
  level: Type.Optional(MemberRoleOrGuest),
  space: Type.Optional(Id),
  collection: Type.Optional(Id),
})

/** To the organization with a role; or to a space or collection with a level. */
export const NewInvite = named(
  'CreateOrganizationInvite',
  Type.Unsafe<Static<typeof newInvite>>({
    ...newInvite,
    anyOf: [{ required: ['role'] }, { required: ['level', 'space'] }, { required: ['level', 'collection'] }],
  }),
)

const invitePatch = Type.Object({ role: Type.Optional(MemberRoleOrGuest), level: Type.Optional(MemberRoleOrGuest) })

export const InvitePatch = Type.Unsafe<Static<typeof invitePatch>>({
  ...invitePatch,
  anyOf: [{ required: ['role'] }, { required: ['level'] }],
})

export const InvitesQuery = Type.Object({
  space: Type.Optional(Type.String({ description: 'The invites to this space instead of those to the organization.' })),
  collection: Type.Optional(
    Type.String({ description: 'The invites to this collection instead of those to the organization.' }),
  ),
})
