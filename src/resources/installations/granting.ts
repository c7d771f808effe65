// What an installation may do: what was granted when it was made, of what the integration asks for. A version that asks
// for more has to be granted that by the organization. Whoever publishes speaks for the organization that owns the
// integration, so there it is granted at once.
import type { Scope } from '../../access/scopes.ts'
import { lockRow } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'

/** What is stored when these are granted. */
export async function grant(db: Db, { id }: Row<'integrations'>, scopes: readonly Scope[]): Promise<string> {
  // No version that asks for less may come meanwhile.
  await lockRow(db, 'integrations', id)
  const asked = scopesOf(
    await db.selectFrom('integrations').select('scopes').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const issues = scopes.flatMap((scope, at) =>
    asked.includes(scope) ? [] : [{ path: `scopes.${at}`, message: 'must be a scope that the integration asks for' }],
  )
  if (issues.length > 0) throw new ApiError('invalid', issues)
  return JSON.stringify(asked.filter((scope) => scopes.includes(scope)))
}

/** After a new version. */
export async function regrant(
  db: Db,
  before: Pick<Row<'integrations'>, 'scopes'>,
  after: Row<'integrations'>,
): Promise<void> {
  const [asked, askedBefore] = [scopesOf(after), scopesOf(before)]
  const installations = await db
    .selectFrom('integration_installations')
    .select(['id', 'organization_id', 'scopes'])
    .where('integration_id', '=', after.id)
    .execute()
  for (const { id, organization_id, scopes } of installations) {
    const granted = scopesOf({ scopes })
    const isOwn = organization_id === after.organization_id
    const kept = asked.filter((scope) => granted.includes(scope) || (isOwn && !askedBefore.includes(scope)))
    if (JSON.stringify(kept) !== scopes)
      await db
        .updateTable('integration_installations')
        .set({ scopes: JSON.stringify(kept) })
        .where('id', '=', id)
        .execute()
  }
}

const scopesOf = ({ scopes }: { scopes: string }) => JSON.parse(scopes) as Scope[]
