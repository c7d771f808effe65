// External links among the sections of a site, inside or outside a group.
import type { Db, NewRow } from '../../db/tables.ts'
import { isMet } from '../../expressions/index.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { ExternalLink } from './structure.ts'

export const insertExternalLink = (
  db: Db,
  link: Omit<NewRow<'site_external_links'>, 'id' | 'created_at'>,
): Promise<ExternalLink> =>
  db
    .insertInto('site_external_links')
    .values({ ...link, id: newId(), created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateExternalLink = (
  db: Db,
  id: string,
  patch: Partial<NewRow<'site_external_links'>>,
): Promise<ExternalLink> =>
  db
    .updateTable('site_external_links')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeExternalLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('site_external_links').where('id', '=', id).execute()
}

/** The links that a visitor with these claims sees. */
export const linksForVisitor = (links: readonly ExternalLink[], claims: Record<string, unknown>): ExternalLink[] =>
  withoutDrafts(links).filter(({ condition }) => isMet(condition, { visitor: { claims } }))

export const withoutDrafts = (links: readonly ExternalLink[]): ExternalLink[] =>
  links.filter(({ draft }) => draft === 0)
