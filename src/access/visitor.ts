// What a reader of a published site sees. Decided anew for every request, so that whatever is unpublished, switched off
// or given a new key is closed at once, whatever token somebody still has.
import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import { isMet } from '../expressions/index.ts'
import { sha256 } from '../lib/hash.ts'
import type { Visitor } from './caller.ts'
import type { SiteTokens, Visit } from './site-tokens.ts'

type Claims = Record<string, unknown>

/** The visitor a signed token stands for, or undefined when it is none of ours. */
export async function identifyVisitor(db: Db, tokens: SiteTokens, token: string): Promise<Visitor | undefined> {
  const visit = await tokens.openVisit(token)
  if (!visit) return undefined
  const [site] = await findSite(db, { id: visit.site })
  const member = visit.member === undefined || !site ? undefined : await findMember(db, visit.member, site)
  if (!site || !(member || (await isOpenTo(db, site, visit)))) throw problem('unauthenticated')
  const claims = visit.claims ?? {}
  return {
    tokenId: `${site.id}.${sha256(JSON.stringify([claims, visit.member])).slice(0, 16)}`,
    site,
    siteSpaces: await listVisible(db, site.id, claims),
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
  return user && { user, tokenId: '', boundTo: organization_id }
}

/** Is the site shown to whoever was let in this way? */
export async function isOpenTo(
  db: Db,
  { id, published, visibility }: Row<'sites'>,
  visit: Pick<Visit, 'shareLink' | 'key'>,
): Promise<boolean> {
  if (published === 0) return false
  if (visit.key !== undefined && visit.key !== (await findKeyName(db, id))) return false
  if (visibility === 'visitor-auth') return visit.key !== undefined
  return visibility !== 'share-link' || (visit.shareLink !== undefined && (await isActive(db, id, visit.shareLink)))
}

/** Tells one private key from another without showing it. */
export const nameOfKey = (sealed: string): string => sha256(sealed).slice(0, 16)

async function findKeyName(db: Db, siteId: string): Promise<string | undefined> {
  const [auth] = await findAuth(db, { id: siteId })
  return auth && nameOfKey(auth.private_key)
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

/** The site spaces whose condition, and that of their section, such a visitor meets. */
export async function listVisible(db: Db, siteId: string, claims: Claims): Promise<Visitor['siteSpaces']> {
  const scope = { visitor: { claims } }
  const parts = await listParts(db, { site: siteId })
  return parts.filter((part) => isMet(part.condition, scope) && isMet(part.section_condition, scope))
}

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
