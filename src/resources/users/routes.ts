import { routes } from '../../server/operation.ts'
import { Account } from '../../shapes/account.ts'
import { CreatedToken, NewToken, Token, User, UserPatch } from '../../shapes/users.ts'

export const userRoutes = routes('Users', {
  getAuthenticatedUser: {
    get: '/user',
    can: 'user',
    bound: true,
    reply: Account,
    summary: 'Get the authenticated user',
  },
  listUserTokens: { get: '/user/tokens', can: 'user', bound: true, list: Token, summary: 'List your API tokens' },
  createUserToken: {
    post: '/user/tokens',
    can: 'user',
    bound: true,
    sensitive: true,
    body: NewToken,
    reply: CreatedToken,
    status: 201,
    event: 'user.token.created',
    summary: 'Create an API token; only this reply contains its secret',
  },
  deleteUserToken: {
    delete: '/user/tokens/:tokenId',
    can: 'user',
    bound: true,
    event: 'user.token.revoked',
    summary: 'Revoke one of your API tokens',
  },
  getUserById: {
    get: '/users/:userId',
    can: 'user',
    bound: true,
    reply: User,
    summary: 'Get a user you share an organization with',
  },
  updateUserById: {
    patch: '/users/:userId',
    can: 'user',
    bound: true,
    body: UserPatch,
    reply: User,
    event: 'user.updated',
    summary: 'Update your own profile',
  },
})
