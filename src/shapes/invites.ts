// Invites to an organization, by email address or by link.
import Type, { type Static } from 'typebox'
import { Id, named, Timestamp, Uri } from '../server/schemas.ts'
import { Collection } from './collections.ts'
import { MemberRoleOrGuest } from './organizations.ts'
import { Space } from './spaces.ts'

const Email = Type.String({ format: 'email', maxLength: 254 })
const Invitee = Type.Object({ email: Email, role: MemberRoleOrGuest })

export const EmailInvites = named(
  'InviteUsersToOrganization',
  Type.Object({
    emails: Type.Array(Type.Unsafe<string | Static<typeof Invitee>>({ anyOf: [Email, Invitee] }), { maxItems: 1000 }),
    role: Type.Optional(MemberRoleOrGuest),
    sso: Type.Optional(Type.Boolean({ default: false, description: 'Invite them as single sign-on members.' })),
  }),
)
export type EmailInvites = Static<typeof EmailInvites>

export const InvitedUsers = Type.Object({
  users: Type.Array(Type.String(), { description: 'The ids of the users who became members.' }),
  invited: Type.Integer({ description: 'Number of users who became members.' }),
  links: Type.Optional(
    Type.Array(Type.Object({ user: Type.String(), email: Type.String(), url: Uri, expiresAt: Timestamp }), {
      description:
        'Where the server sends no mail: a link for each person who cannot sign in yet, to hand over to them. It works once.',
    }),
  ),
  failedSSOEmails: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Addresses outside the email domains of the organization, which cannot become single sign-on members.',
    }),
  ),
})

const common = {
  object: Type.Literal('invite'),
  id: Type.String(),
  redundant: Type.Boolean(),
  urls: Type.Object({ app: Type.String({ format: 'uri', description: 'The page where people join.' }) }),
}

const InviteToOrganization = named('InviteLinkToOrganization', Type.Object({ ...common, role: MemberRoleOrGuest }))
const InviteToSpace = named('InviteLinkToSpace', Type.Object({ ...common, level: MemberRoleOrGuest, space: Space }))
const InviteToCollection = named(
  'InviteLinkToCollection',
  Type.Object({ ...common, level: MemberRoleOrGuest, collection: Collection }),
)

/** `redundant`: the caller already has that role or a higher one. */
export const Invite = named(
  'OrganizationInviteLink',
  Type.Unsafe<Static<typeof InviteToOrganization> | Static<typeof InviteToSpace> | Static<typeof InviteToCollection>>({
    anyOf: [InviteToOrganization, InviteToSpace, InviteToCollection],
  }),
)

/** Listed links always have a role; those to content make guests. */
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

/** An invite to the organization with a role, or to a space or collection with a level. */
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
  space: Type.Optional(Type.String({ description: 'List invites to this space instead of the organization.' })),
  collection: Type.Optional(
    Type.String({ description: 'List invites to this collection instead of the organization.' }),
  ),
})
