import { invalid, problem } from '../../errors.ts'
import { now, toTimestamp } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import {
  findAcquaintance,
  insertToken,
  isElsewhereToo,
  revokeToken,
  takeTokens,
  toToken,
  toUser,
  updateUser,
} from './queries.ts'
import { userRoutes } from './routes.ts'

export const users = implement(userRoutes, {
  getAuthenticatedUser: ({ caller, urls }) => toUser(caller.user, urls),

  async listUserTokens({ db, caller, page, urls }) {
    const { rows, count, next } = await takeTokens(db, caller, page)
    return { items: rows.map((token) => toToken(token, urls)), count, next }
  },

  async createUserToken({ db, caller, body, urls }) {
    const expiresAt = body.expiresAt && toTimestamp(body.expiresAt)
    if (expiresAt && expiresAt <= now()) throw invalid({ path: 'expiresAt', message: 'must be in the future' })
    const label = body.label ?? 'API token'
    const { token, secret } = await insertToken(db, caller.user.id, { label, expiresAt, boundTo: caller.boundTo })
    return { ...toToken(token, urls), token: secret }
  },

  async deleteUserToken({ db, caller, params, note }) {
    if (!(await revokeToken(db, caller, params.tokenId))) throw problem('notFound')
    note({ target: { kind: 'token', id: params.tokenId } })
  },

  async getUserById({ db, caller, params, urls }) {
    const user = await findAcquaintance(db, caller, params.userId)
    if (!user) throw problem('notFound')
    return toUser(user, urls)
  },

  async updateUserById({ db, caller, params, body, urls }) {
    const user = await findAcquaintance(db, caller, params.userId)
    if (!user) throw problem('notFound')
    if (user.id !== caller.user.id) throw problem('forbidden')
    // What other organizations show of somebody is not up to the identity provider of one.
    if (caller.boundTo !== null && (await isElsewhereToo(db, user.id, caller.boundTo))) throw problem('boundToken')
    return toUser(await updateUser(db, user.id, body), urls)
  },
})
