// Tokens of integrations and their installations: signed, never stored, valid for a day. A token names a row of
// `tokens` that represents all tokens of the integration or installation. Access is decided on every request, so that
// unpublishing, uninstalling and revoking take effect at once.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { DAY, SECOND } from '../lib/time.ts'
import type { ActingIntegration, Caller } from './caller.ts'
import type { Scope } from './scopes.ts'
import { INTEGRATION_PREFIX } from './tokens.ts'

const LIFETIME = DAY

export interface IntegrationTokens {
  /** Signs a token for the integration or installation of a row of `tokens`. */
  sign(tokenId: string): string
  /** The caller that the token identifies; throws 401 if it is forged, expired or revoked. */
  identify(db: Db, token: string): Promise<Caller>
}

export function createIntegrationTokens(secret: string): IntegrationTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'integration tokens', 32))
  const mac = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const open = (token: string): string | undefined => {
    const [, id, ends, signature] = TOKEN.exec(token) ?? []
    if (!id || !isSame(mac(`${id} ${ends}`), signature!)) return undefined
    return Number.parseInt(ends!, 36) * SECOND > Date.now() ? id : undefined
  }
  return {
    sign(tokenId) {
      const ends = Math.floor((Date.now() + LIFETIME) / SECOND).toString(36)
      return `${INTEGRATION_PREFIX}${tokenId}-${ends}-${mac(`${tokenId} ${ends}`)}`
    },
    async identify(db, token) {
      const id = open(token)
      const acting = id && ((await findInstallation(db, id)) ?? (await findIntegration(db, id)))
      if (!acting) throw problem('unauthenticated')
      return { ...acting, idempotencySecret: mac(`answers ${id}`) }
    },
  }
}

const TOKEN = /^lci_(\w+)-(\w+)-([\w-]{43})$/

function isSame(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

type Publication = Pick<Row<'integrations'>, 'name' | 'scopes'> & { integration_id: string }

async function findIntegration(db: Db, tokenId: string): Promise<Caller | undefined> {
  const [row] = await findIntegrationBy(db, { token: tokenId })
  return row && { user: row, tokenId, boundTo: [], integration: toActingIntegration(row) }
}

async function findInstallation(db: Db, tokenId: string): Promise<Caller | undefined> {
  const [row] = await findInstallationBy(db, { token: tokenId })
  if (!row) return undefined
  const { installation_id: id, organization_id, space_selection, site_selection } = row
  const installation = { id, organization_id, space_selection, site_selection }
  return { user: row, tokenId, boundTo: [organization_id], integration: { ...toActingIntegration(row), installation } }
}

/** Not the id of any organization: an integration without an installation belongs to none. */

const toActingIntegration = ({ integration_id, name, scopes }: Publication): ActingIntegration => ({
  id: integration_id,
  name,
  scopes: JSON.parse(scopes) as Scope[],
})

const findIntegrationBy = prepared<{ token: string }, Row<'users'> & Publication>((db, param) =>
  db
    .selectFrom('integrations')
    .innerJoin('users', 'users.id', 'integrations.user_id')
    .innerJoin('tokens', 'tokens.id', 'integrations.token_id')
    .selectAll('users')
    .select(['integrations.id as integration_id', 'integrations.name', 'integrations.scopes'])
    .where('integrations.token_id', '=', param('token'))
    .where('tokens.revoked_at', 'is', null),
)

const findInstallationBy = prepared<
  { token: string },
  Row<'users'> & Publication & Omit<NonNullable<ActingIntegration['installation']>, 'id'> & { installation_id: string }
>((db, param) =>
  db
    .selectFrom('integration_installations as installed')
    .innerJoin('integrations', 'integrations.id', 'installed.integration_id')
    .innerJoin('users', 'users.id', 'integrations.user_id')
    .innerJoin('tokens', 'tokens.id', 'installed.token_id')
    .selectAll('users')
    .select(['integrations.id as integration_id', 'integrations.name', 'installed.scopes'])
    .select(['installed.id as installation_id', 'installed.organization_id'])
    .select(['installed.space_selection', 'installed.site_selection'])
    .where('installed.token_id', '=', param('token'))
    .where('tokens.revoked_at', 'is', null),
)
