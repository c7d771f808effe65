// Whether single sign-on is known to work: nobody should lock an organization with a key that was never tried.
import type { Db } from '../../db/tables.ts'
import { DAY, fromNow } from '../../lib/time.ts'

const RECENT = 30 * DAY
const MAX_LOOKED_AT = 500

/** True if an admin has signed in lately through a provider that the organization still has. */
export async function isSsoTried(db: Db, organizationId: string): Promise<boolean> {
  const providersIn = (table: 'saml_providers' | 'oidc_providers') =>
    db.selectFrom(table).select('id').where('organization_id', '=', organizationId).execute()
  const providers = [...(await providersIn('saml_providers')), ...(await providersIn('oidc_providers'))]
  const signIns = await db
    .selectFrom('events')
    .select('data')
    .where('organization_id', '=', organizationId)
    .where('action', '=', 'organization.member.signed-in')
    .where('created_at', '>', fromNow(-RECENT))
    .where('actor_id', 'in', (admins) =>
      admins
        .selectFrom('members')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('role', '=', 'admin'),
    )
    .orderBy('created_at', 'desc')
    .limit(MAX_LOOKED_AT)
    .execute()
  const used = new Set(signIns.map(({ data }) => (JSON.parse(data ?? '{}') as { provider?: string }).provider))
  return providers.some(({ id }) => used.has(id))
}
