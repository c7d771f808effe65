// Decides what a visitor of a published site sees. This runs on every request, so that unpublishing, disabling a share
// link or rotating a key takes effect at once, whatever tokens visitors still have.
import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { isMet } from '../expressions/index.ts'
import { sha256 } from '../lib/hash.ts'
import type { Visitor } from './caller.ts'
import { lacksRequiredSso, type MembershipRow, membershipColumns } from './loading/objects.ts'
import type { SiteTokens, Visit } from './site-tokens.ts'
import { listVisibleAmong } from './visibility.ts'

type Claims = Record<string, unknown>

/** The visitor that a signed token identifies; undefined if this server did not sign it. */
export async function identifyVisitor(db: Db, tokens: SiteTokens, token: string): Promise<Visitor | undefined> {
  const visit = await tokens.verifyVisit(token)
  if (!visit) return undefined
  const [site] = await findSite(db, { id: visit.site })
  if (!site) throw problem('unauthenticated')
  const member = visit.member === undefined ? undefined : await findMember(db, visit.member, site)
  // A preview is valid only with its member, even if the site is public: only the member vouches for its claims.
  const isLetIn = visit.member === undefined ? await isSiteOpenTo(db, site, visit) : member !== undefined
  if (!isLetIn) throw problem('unauthenticated')
  const claims = visit.claims ?? {}
  return {
    tokenId: `${site.id}.${sha256(JSON.stringify([claims, visit.member])).slice(0, 16)}`,
    site,
    siteSpaces: await listVisibleSiteSpaces(db, site, { claims, member: visit.member }),
    claims,
    since: new Date(visit.since).toISOString(),
    member,
  }
}

const findSite = prepared<{ id: string }, Row<'sites'>>((db, param) =>
  db.selectFrom('sites').selectAll().where('id', '=', param('id')),
)

async function findMember(db: Db, id: string, { organization_id }: Row<'sites'>): Promise<Visitor['member']> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return user && { user, tokenId: '', boundTo: [organization_id] }
}

/** True if the site is published and accepts visitors with these credentials. */
export async function isSiteOpenTo(
  db: Db,
  { id, published, visibility }: Row<'sites'>,
  visit: Pick<Visit, 'shareLink' | 'key'>,
): Promise<boolean> {
  if (published === 0) return false
  if (visit.key !== undefined && visit.key !== (await findKeyName(db, id))) return false
  if (visibility === 'visitor-auth') return visit.key !== undefined
  return visibility !== 'share-link' || (visit.shareLink !== undefined && (await isActive(db, id, visit.shareLink)))
}

/** Identifies a private key without revealing it. */
export const keyFingerprint = (sealed: string): string => sha256(sealed).slice(0, 16)

async function findKeyName(db: Db, siteId: string): Promise<string | undefined> {
  const [auth] = await findAuth(db, { id: siteId })
  return auth && keyFingerprint(auth.private_key)
}

const findAuth = prepared<{ id: string }, Pick<Row<'site_auth'>, 'private_key'>>((db, param) =>
  db.selectFrom('site_auth').select('private_key').where('site_id', '=', param('id')),
)

const isActive = async (db: Db, site: string, id: string): Promise<boolean> =>
  (await findActiveLink(db, { site, id })).length > 0

const findActiveLink = prepared<{ site: string; id: string }, { id: string }>((db, param) =>
  db
    .selectFrom('share_links')
    .select('id')
    .where('id', '=', param('id'))
    .where('site_id', '=', param('site'))
    .where('active', '=', 1),
)

interface VisitorIdentity {
  claims: Claims
  /** The member who previews the site. */
  member?: string | undefined
}

/**
 * The site spaces whose condition and section condition the visitor meets. A preview includes only spaces that its
 * member may see: managing a site does not imply access to its spaces.
 */
export async function listVisibleSiteSpaces(
  db: Db,
  site: Pick<Row<'sites'>, 'id' | 'organization_id'>,
  { claims, member }: VisitorIdentity,
): Promise<Visitor['siteSpaces']> {
  const scope = { visitor: { claims } }
  const parts = await listParts(db, { site: site.id })
  const met = parts.filter((part) => isMet(part.condition, scope) && isMet(part.section_condition, scope))
  if (member === undefined) return met
  const seen = await listSeenBy(db, site.organization_id, member, met)
  return met.filter(({ space_id }) => seen.has(space_id))
}

async function listSeenBy(db: Db, organizationId: string, userId: string, parts: readonly SitePart[]) {
  const [standing] = await findStanding(db, { organization: organizationId, user: userId })
  if (!standing || lacksRequiredSso(standing)) return new Set<string>()
  const viewer = { organizationId, userId, role: standing.member_role }
  return listVisibleAmong(
    db,
    viewer,
    parts.map(({ space_id }) => space_id),
  )
}

const findStanding = prepared<{ organization: string; user: string }, MembershipRow>((db, param) =>
  db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(membershipColumns)
    .where('members.organization_id', '=', param('organization'))
    .where('members.user_id', '=', param('user')),
)

interface SitePart {
  id: string
  space_id: string
  section_id: string | null
  condition: string | null
  section_condition: string | null
}

const listParts = prepared<{ site: string }, SitePart>((db, param) =>
  db
    .selectFrom('site_spaces')
    .innerJoin('spaces', 'spaces.id', 'site_spaces.space_id')
    .leftJoin('site_sections', 'site_sections.id', 'site_spaces.section_id')
    .select(['site_spaces.id', 'site_spaces.space_id', 'site_spaces.section_id', 'site_spaces.condition'])
    .select('site_sections.condition as section_condition')
    .where('site_spaces.site_id', '=', param('site'))
    .where('spaces.deleted_at', 'is', null),
)
