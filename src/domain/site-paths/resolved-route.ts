// Resolves routes that depend on the pages of a space.
import type { Db } from '../../db/tables.ts'
import { type Audience, findPageNodeByPath, openView, type View } from '../revisions/index.ts'
import type { Structure } from '../site-structure/index.ts'
import { decodeSegment } from './address.ts'
import { type ContentOf, findMainContent } from './redirect-targets.ts'
import { findDefaultRoute, findRoute, type Route } from './route.ts'

/**
 * A page at the full path takes precedence over the name of the default space or section, such as `policies/dmca` in
 * `policies`.
 */
export async function resolveRoute(
  db: Db,
  structure: Structure,
  segments: readonly string[],
  audience: Audience,
  contentOf?: ContentOf,
): Promise<Route | undefined> {
  const route = findRoute(structure, segments)
  const plain = route?.hasShorterUrl ? findDefaultRoute(structure, segments) : undefined
  return plain && (await hasPage(db, plain, audience, contentOf)) ? plain : route
}

/** The view of the space that a route leads to; undefined if the space is deleted. */
export async function viewOfRoute(
  db: Db,
  { siteSpace }: Route,
  audience: Audience,
  contentOf: ContentOf = (id) => findMainContent(db, id),
): Promise<View | undefined> {
  const content = await contentOf(siteSpace.space_id)
  return content && openView(db, audience, content)
}

export const pagePathOf = ({ rest }: Route): string => rest.map(decodeSegment).join('/')

async function hasPage(db: Db, route: Route, audience: Audience, contentOf?: ContentOf): Promise<boolean> {
  const view = await viewOfRoute(db, route, audience, contentOf)
  return view !== undefined && (await findPageNodeByPath(db, view, pagePathOf(route))) !== undefined
}
