import { createToken } from '../../access/tokens.ts'
import { selectPage } from '../../db/keyset.ts'
import type { Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { scimTokenRoutes } from './routes.ts'

export const scimTokens = implement(scimTokenRoutes, {
  async listScimTokens({ db, organization, page, urls }) {
    const { rows, count, next } = await selectPage(
      db.selectFrom('scim_tokens').where('organization_id', '=', organization.id),
      (tokens) => tokens.selectAll(),
      page,
      { by: ['id'] },
    )
    return { items: rows.map((token) => toScimToken(token, urls)), count, next }
  },

  async createScimToken({ db, organization, body, urls, report }) {
    const secret = createToken()
    const token = await db
      .insertInto('scim_tokens')
      .values({
        id: newId(),
        organization_id: organization.id,
        hash: sha256(secret),
        label: body.label,
        created_at: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    report({ data: { label: body.label } })
    return { ...toScimToken(token, urls), token: secret }
  },

  async deleteScimToken({ db, organization, params, report }) {
    const { numDeletedRows } = await db
      .deleteFrom('scim_tokens')
      .where('id', '=', params.scimTokenId)
      .where('organization_id', '=', organization.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw problem('notFound')
    report({ target: { kind: 'scim-token', id: params.scimTokenId } })
  },
})

const toScimToken = (token: Row<'scim_tokens'>, urls: Urls) => ({
  object: 'scim-token' as const,
  id: token.id,
  label: token.label,
  createdAt: token.created_at,
  lastUsedAt: token.last_used_at ?? undefined,
  endpoint: `${urls.base}/scim/v2`,
  urls: { location: urls.api(`/orgs/${token.organization_id}/scim-tokens/${token.id}`) },
})
