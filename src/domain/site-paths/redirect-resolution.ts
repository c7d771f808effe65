// Resolves paths of a site without a page: first by the site's redirects, then by those of the repository, then by
// former paths. A path with a page is never redirected.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { timeOf } from '../../lib/ids.ts'
import { timestampOf } from '../../lib/time.ts'
import type { SiteRedirect } from '../../shapes/redirects.ts'
import { findMovedPage } from '../page-paths/index.ts'
import { findPageNodeByPath } from '../revisions/index.ts'
import { decodeSegment } from './address.ts'
import { type RedirectContext, redirectUrlOf } from './redirect-targets.ts'
import { findRedirect, toRedirect } from './redirects.ts'
import { pagePathOf, resolveRoute, viewOfRoute } from './resolved-route.ts'

interface ResolvedRedirect {
  redirect: Static<typeof SiteRedirect>
  target: string
}

/** `source` is an encoded path below the root of the site. */
export async function resolveRedirect(
  db: Db,
  siteId: string,
  context: RedirectContext,
  source: string,
): Promise<ResolvedRedirect | undefined> {
  const segments = source.split('/').filter(Boolean)
  const route = await resolveRoute(db, context.structure, segments, context.audience, context.contentOf)
  const path = route ? pagePathOf(route) : ''
  const view = path === '' ? undefined : await viewOfRoute(db, route!, context.audience, context.contentOf)
  if (view && (await findPageNodeByPath(db, view, path))) return undefined
  const found = await findRedirect(db, siteId, source)
  const target = found && (await redirectUrlOf(db, context, found, source))
  if (target) return { redirect: toRedirect(found), target }
  const moved = view && (await findMovedPage(db, route!.siteSpace.space_id, view, path))
  if (!moved) return undefined
  const { siteSpace, section } = route!
  return {
    redirect: {
      object: 'site-redirect',
      id: moved.redirect.id,
      source: `/${segments.map(decodeSegment).map(encodeSegment).join('/')}`,
      draft: false,
      captureWildcard: false,
      permanent: false,
      destination: { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: moved.page.id },
      createdAt: timestampOf(timeOf(moved.redirect.id)),
    },
    target:
      context.published.siteSpace(siteSpace, section) + moved.page.path.split('/').map(encodeURIComponent).join('/'),
  }
}

const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
