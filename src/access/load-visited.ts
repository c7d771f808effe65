// Loads what a path names for a reader of a published site: that site, the spaces it shows to this reader, and what main
// is in them. A member who previews the site also gets the change requests they may see. Nothing else is there.
import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import type { Visitor } from './caller.ts'
import { loadChangeRequest, loadOrganization, loadSpace } from './load.ts'
import type { Objects } from './vocabulary.ts'

export interface VisitedNames {
  organizationId?: string
  siteId?: string
  spaceId?: string
  changeRequestId?: string
  /** A revision that the path or the query names. */
  revision?: string | undefined
}

export async function loadVisited(db: Db, visitor: Visitor, names: VisitedNames): Promise<Partial<Objects>> {
  const { site } = visitor
  if (names.organizationId !== undefined && names.organizationId !== site.organization_id) throw problem('notFound')
  if (names.siteId !== undefined && names.siteId !== site.id) throw problem('notFound')
  const objects: Partial<Objects> = {}
  if (names.organizationId !== undefined) objects.organization = await loadOwner(db, visitor)
  if (names.siteId !== undefined) objects.site = { ...site, siteSpaces: visitor.siteSpaces.length, role: 'read' }
  if (names.spaceId !== undefined) objects.space = await loadShown(db, visitor, names.spaceId)
  if (names.changeRequestId !== undefined && visitor.member)
    objects.changeRequest = await loadChangeRequest(db, names.spaceId!, names.changeRequestId)
  else if (names.changeRequestId !== undefined) throw problem('notFound')
  if (names.revision !== undefined) await refuseUnpublished(db, visitor, objects.space!, names.revision)
  return objects
}

async function loadOwner(db: Db, { site, member }: Visitor): Promise<Objects['organization']> {
  if (member) return { ...(await loadOrganization(db, member, site.organization_id)), role: 'read', ownsTeam: false }
  const [row] = await findOrganization(db, { id: site.organization_id })
  return { ...row!, role: null, ownsTeam: false }
}

const findOrganization = prepared<{ id: string }, Row<'organizations'>>((db, param) =>
  db.selectFrom('organizations').selectAll().where('id', '=', param('id')),
)

async function loadShown(db: Db, { siteSpaces, member }: Visitor, id: string): Promise<Objects['space']> {
  if (!siteSpaces.some(({ space_id }) => space_id === id)) throw problem('notFound')
  const row = member ? await loadSpace(db, member, id) : (await findSpace(db, { id }))[0]
  if (!row) throw problem('notFound')
  return { ...row, role: 'read' }
}

const findSpace = prepared<{ id: string }, Row<'spaces'>>((db, param) =>
  db.selectFrom('spaces').selectAll().where('id', '=', param('id')).where('deleted_at', 'is', null),
)

// A renderer reads the space first and its revision then; main may have moved on in between. What was main when the
// token was made, or later, may be read. A member who previews may read whatever the space has.
async function refuseUnpublished(
  db: Db,
  { since, member }: Visitor,
  { id: space, revision_id }: Objects['space'],
  revision: string,
): Promise<void> {
  if (revision === revision_id || member) return
  const [asked] = await findOnMain(db, { id: revision, space })
  if (!asked || (await findBetween(db, { space, after: asked.id, until: since })).length > 0) throw problem('notFound')
}

const findOnMain = prepared<{ id: string; space: string }, Pick<Row<'revisions'>, 'id'>>((db, param) =>
  db
    .selectFrom('revisions')
    .select('id')
    .where('id', '=', param('id'))
    .where('space_id', '=', param('space'))
    .where('change_request_id', 'is', null),
)

/** A revision of main that came after that one, and before the token. */
const findBetween = prepared<{ space: string; after: string; until: string }, Pick<Row<'revisions'>, 'id'>>(
  (db, param) =>
    db
      .selectFrom('revisions')
      .select('id')
      .where('space_id', '=', param('space'))
      .where('change_request_id', 'is', null)
      .where('id', '>', param('after'))
      .where('created_at', '<=', param('until'))
      .limit(1),
)
