import { toUser } from '../../domain/people/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { barToken, findMemberToken, listMemberTokens, type MemberTokenRow } from './queries.ts'
import { organizationTokenRoutes } from './routes.ts'

export const organizationTokens = implement(organizationTokenRoutes, {
  async listMemberTokens({ db, organization, query, page, urls }) {
    const { rows, count, next } = await listMemberTokens(db, organization.id, query.search, page)
    return { items: rows.map((row) => toMemberToken(row, organization.id, urls)), count, next }
  },

  async revokeMemberToken({ db, organization, params, report }) {
    const token = await findMemberToken(db, organization.id, params.tokenId)
    if (!token) throw problem('notFound')
    await barToken(db, token, organization.id)
    report({ target: { kind: 'token', id: token.id }, data: { label: token.label, user: token.user_id } })
  },
})

const toMemberToken = (row: MemberTokenRow, organizationId: string, urls: Urls) => ({
  object: 'member-token' as const,
  id: row.token_id,
  label: row.label,
  user: toUser(row, urls),
  reach: row.organization_id === null ? ('account' as const) : ('organization' as const),
  createdAt: row.token_created_at,
  expiresAt: row.expires_at ?? undefined,
  lastUsedAt: row.last_used_at ?? undefined,
  urls: { location: urls.api(`/orgs/${organizationId}/tokens/${row.token_id}`) },
})
