import { type Caller, tokenReaches } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import {
  findMember,
  findVisibleUser,
  insertToken,
  listTokens,
  refuseBeyondBinding,
  revokeToken,
  toToken,
  toUser,
  updateUser,
} from '../../domain/people/index.ts'
import { toAccount } from '../../domain/sessions/index.ts'
import { invalid, problem } from '../../errors.ts'
import { now, toTimestamp } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import { userRoutes } from './routes.ts'

export const users = implement(userRoutes, {
  getAuthenticatedUser: ({ caller, urls }) => toAccount(caller.user, urls),

  async listUserTokens({ db, caller, page, urls }) {
    const { rows, count, next } = await listTokens(db, caller, page)
    return { items: rows.map((token) => toToken(token, urls)), count, next }
  },

  async createUserToken({ db, caller, body, urls }) {
    const expiresAt = body.expiresAt && toTimestamp(body.expiresAt)
    if (expiresAt && expiresAt <= now()) throw invalid({ path: 'expiresAt', message: 'must be in the future' })
    const label = body.label ?? 'API token'
    const boundTo = await findBinding(db, caller, body.organization)
    const { token, secret } = await insertToken(db, caller.user.id, { label, expiresAt, boundTo })
    return { ...toToken(token, urls), token: secret }
  },

  async deleteUserToken({ db, caller, params, report }) {
    if (!(await revokeToken(db, caller, params.tokenId))) throw problem('notFound')
    report({ target: { kind: 'token', id: params.tokenId } })
  },

  async getUserById({ db, caller, params, urls }) {
    const user = await findVisibleUser(db, caller, params.userId)
    if (!user) throw problem('notFound')
    return toUser(user, urls)
  },

  async updateUserById({ db, caller, params, body, urls }) {
    const user = await findVisibleUser(db, caller, params.userId)
    if (!user) throw problem('notFound')
    if (user.id !== caller.user.id) throw problem('forbidden')
    // The identity provider of one organization must not change a profile that others show too.
    await refuseBeyondBinding(db, caller)
    return toUser(await updateUser(db, user.id, body), urls)
  },
})

/** The organization that a new token is bound to. Bound callers cannot create tokens that reach further. */
async function findBinding(db: Db, caller: Caller, given: string | undefined): Promise<string | null> {
  const organization = given ?? (caller.boundTo?.length === 1 ? caller.boundTo[0]! : null)
  if (organization === null) {
    if (caller.boundTo === null) return null
    throw invalid({ path: 'organization', message: 'is required: name the organization the token is for' })
  }
  if (tokenReaches(caller, organization) && (await findMember(db, organization, caller.user.id))) return organization
  throw invalid({ path: 'organization', message: 'is not an organization you can create tokens for' })
}
