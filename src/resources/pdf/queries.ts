// Queries for data of a PDF that is not part of its revision.
import type { Db, Row } from '../../db/tables.ts'
import { isActiveShareLink } from '../../domain/site-addresses/index.ts'
import type { Print } from './links.ts'

export interface Source {
  space: Row<'spaces'>
  organization: Row<'organizations'>
  revision: Row<'revisions'>
  changeRequest: Row<'change_requests'> | undefined
  /** The revision whose differences are marked. */
  from: Row<'revisions'> | undefined
}

/** The content to print; undefined if it was deleted, or its share link turned off, after the link was created. */
export async function findSource(
  db: Db,
  { space, revision, changeRequest, from, shareLink }: Omit<Print, 'page' | 'only'>,
): Promise<Source | undefined> {
  if (shareLink !== '' && !(await isActiveShareLink(db, shareLink))) return undefined
  const spaces = await db
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', space)
    .where('deleted_at', 'is', null)
    .execute()
  const revisions = await db
    .selectFrom('revisions')
    .selectAll()
    .where('id', 'in', [revision, from])
    .where('space_id', '=', space)
    .execute()
  const requests =
    changeRequest === ''
      ? []
      : await db.selectFrom('change_requests').selectAll().where('id', '=', changeRequest).execute()
  const revisionOf = (id: string) => revisions.find((each) => each.id === id)
  const printed = revisionOf(revision)
  if (!spaces[0] || !printed || (from !== '' && !revisionOf(from)) || (changeRequest !== '' && !requests[0]))
    return undefined
  const organization = await db
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', spaces[0].organization_id)
    .executeTakeFirstOrThrow()
  return { space: spaces[0], organization, revision: printed, changeRequest: requests[0], from: revisionOf(from) }
}
