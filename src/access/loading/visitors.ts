// Loads path objects for a visitor of a published site: the site, the spaces it shows to this visitor, and their main
// content. A member who previews the site also gets the change requests they may see. Everything else is a 404.
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { Visitor } from '../caller.ts'
import type { Objects } from '../permissions.ts'
import { loadChangeRequest, loadOrganization, loadSpace } from './objects.ts'

export interface VisitorParams {
  organizationId?: string
  siteId?: string
  spaceId?: string
  integrationName?: string
  changeRequestId?: string
  /** The revision in the path or the query. */
  revision?: string | undefined
}

export async function loadForVisitor(db: Db, visitor: Visitor, names: VisitorParams): Promise<Partial<Objects>> {
  const { site } = visitor
  if (names.organizationId !== undefined && names.organizationId !== site.organization_id) throw problem('notFound')
  if (names.siteId !== undefined && names.siteId !== site.id) throw problem('notFound')
  const objects: Partial<Objects> = {}
  if (names.organizationId !== undefined) objects.organization = await loadOwner(db, visitor)
  if (names.siteId !== undefined) objects.site = { ...site, siteSpaces: visitor.siteSpaces.length, role: 'read' }
  if (names.spaceId !== undefined) objects.space = await loadVisibleSpace(db, visitor, names.spaceId)
  if (names.integrationName !== undefined)
    objects.integration = await loadInstalledIntegration(db, visitor, names.integrationName)
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

/** Loads an integration that is installed in the site's organization. The render operation checks where it is used. */
async function loadInstalledIntegration(db: Db, { site }: Visitor, name: string): Promise<Objects['integration']> {
  const [row] = await findInstalledIntegration(db, { name, organization: site.organization_id })
  if (!row) throw problem('notFound')
  return { ...row, role: null, installable: false, acting: false }
}

const findInstalledIntegration = prepared<{ name: string; organization: string }, Row<'integrations'>>((db, param) =>
  db
    .selectFrom('integrations')
    .innerJoin('integration_installations as installed', 'installed.integration_id', 'integrations.id')
    .selectAll('integrations')
    .where('integrations.name', '=', param('name'))
    .where('installed.organization_id', '=', param('organization')),
)

async function loadVisibleSpace(db: Db, { siteSpaces, member }: Visitor, id: string): Promise<Objects['space']> {
  if (!siteSpaces.some(({ space_id }) => space_id === id)) throw problem('notFound')
  const row = member ? await loadSpace(db, member, id) : (await findSpace(db, { id }))[0]
  if (!row) throw problem('notFound')
  return { ...row, role: 'read' }
}

const findSpace = prepared<{ id: string }, Row<'spaces'>>((db, param) =>
  db.selectFrom('spaces').selectAll().where('id', '=', param('id')).where('deleted_at', 'is', null),
)

// A renderer reads the space first and then its revision; main may change in between. So a visitor may read the
// revision that was main when the token was issued, and later ones. A member who previews may read any revision of the
// space.
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

/** Finds a revision of main after `after` that existed when the token was issued. */
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
