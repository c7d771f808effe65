// Scopes of installations. Installing grants the scopes that the integration requests. Additional scopes of a later
// version must be granted by the organization, except in the organization that owns the integration.
import type { Scope } from '../../access/scopes.ts'
import { lockRow } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'

/** Checks the scopes, and returns the value to store. */
export async function grantScopes(db: Db, { id }: Row<'integrations'>, scopes: readonly Scope[]): Promise<string> {
  // Blocks a concurrent version that requests fewer scopes.
  await lockRow(db, 'integrations', id)
  const requested = scopesOf(
    await db.selectFrom('integrations').select('scopes').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const issues = scopes.flatMap((scope, at) =>
    requested.includes(scope)
      ? []
      : [{ path: `scopes.${at}`, message: 'must be a scope that the integration requests' }],
  )
  if (issues.length > 0) throw new ApiError('invalid', issues)
  return JSON.stringify(requested.filter((scope) => scopes.includes(scope)))
}

/** Adjusts the scopes of all installations to a new version. */
export async function regrantScopes(
  db: Db,
  before: Pick<Row<'integrations'>, 'scopes'>,
  after: Row<'integrations'>,
): Promise<void> {
  const [requested, requestedBefore] = [scopesOf(after), scopesOf(before)]
  const installations = await db
    .selectFrom('integration_installations')
    .select(['id', 'organization_id', 'scopes'])
    .where('integration_id', '=', after.id)
    .execute()
  for (const { id, organization_id, scopes } of installations) {
    const granted = scopesOf({ scopes })
    const isOwn = organization_id === after.organization_id
    const next = requested.filter((scope) => granted.includes(scope) || (isOwn && !requestedBefore.includes(scope)))
    if (JSON.stringify(next) !== scopes)
      await db
        .updateTable('integration_installations')
        .set({ scopes: JSON.stringify(next) })
        .where('id', '=', id)
        .execute()
  }
}

const scopesOf = ({ scopes }: { scopes: string }) => JSON.parse(scopes) as Scope[]
