// For admins of the server only; for everyone else, nothing is there.
import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { named, oneOf, Timestamp, Uri } from '../../server/schemas.ts'
import { User } from '../../shapes/users.ts'

const Server = named(
  'Server',
  Type.Object({
    object: Type.Literal('server'),
    version: Type.String(),
    build: Type.String(),
    url: Uri,
    settings: Type.Object({
      organizations: Type.Unsafe<'admins' | 'anybody'>({
        ...oneOf('admins', 'anybody'),
        description: 'Who may create organizations.',
      }),
      signUp: Type.Unsafe<'closed' | 'open'>({
        ...oneOf('closed', 'open'),
        description: 'Who may create an account without an invitation: nobody, or everybody.',
      }),
      mail: Type.Boolean({ description: 'Whether the server can send mail.' }),
    }),
    counts: Type.Object({ users: Type.Integer(), organizations: Type.Integer(), spaces: Type.Integer() }),
  }),
)

const ServerUser = named(
  'ServerUser',
  Type.Object({
    object: Type.Literal('server-user'),
    id: Type.String(),
    user: User,
    serverAdmin: Type.Boolean(),
    emailVerified: Type.Boolean(),
    organizations: Type.Integer({ description: 'The number of organizations the user is in.' }),
    createdAt: Timestamp,
    signedInAt: Type.Optional(Timestamp),
  }),
)

const ServerOrganization = named(
  'ServerOrganization',
  Type.Object({
    object: Type.Literal('server-organization'),
    id: Type.String(),
    title: Type.String(),
    members: Type.Integer(),
    spaces: Type.Integer(),
    admins: Type.Array(User, { description: 'The first of its admins, at most three.' }),
    createdAt: Timestamp,
  }),
)

const Storage = named(
  'ServerStorage',
  Type.Object({
    object: Type.Literal('server-storage'),
    files: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer({ minimum: 0, description: 'Bytes that several spaces share are counted once.' }),
    complete: Type.Boolean({ description: 'False if there was no time to look at everything.' }),
  }),
)

const Search = Type.Object({
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'A part of the name or address.' })),
})

export const serverRoutes = routes('Server', {
  getServer: {
    get: '/server',
    can: 'user',
    reply: Server,
    summary: 'Get the version, settings and size of the server; for server admins',
  },
  listServerUsers: {
    get: '/server/users',
    can: 'user',
    query: Search,
    list: ServerUser,
    summary: 'List the users of the server, oldest first; for server admins',
  },
  updateServerUser: {
    patch: '/server/users/:userId',
    can: 'user',
    sensitive: true,
    body: Type.Object({ serverAdmin: Type.Optional(Type.Boolean()) }),
    reply: ServerUser,
    event: 'user.updated',
    summary: 'Make a user a server admin, or take the role away; for server admins',
  },
  listServerOrganizations: {
    get: '/server/organizations',
    can: 'user',
    list: ServerOrganization,
    summary: 'List the organizations of the server, oldest first; for server admins',
  },
  getServerStorage: {
    get: '/server/organizations/:organizationId/storage',
    can: 'user',
    reply: Storage,
    summary: 'Measure the files in the spaces of an organization; for server admins',
  },
})
