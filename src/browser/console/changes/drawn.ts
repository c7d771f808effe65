// What changed in a page or a reusable content, as the server draws it.
import type { ReplyTo } from '../api/operations.ts'
import { type Reading, useReading } from '../api/store.ts'
import type { Changed, Compared } from './semantic.ts'

export type Drawn = ReplyTo<'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/changes'>

/** One item of a comparison, and how both versions of it are shown. */
export interface Source {
  of: Compared
  item: Changed
  view: 'inline' | 'sides'
}

/** Without a part, all of them; what did not change is counted and has no HTML. */
export function useDrawn({ of, item, view }: Source, part?: number): Reading<Drawn> {
  const which = part === undefined ? { unchanged: 'counted' as const } : { part }
  const revision = {
    spaceId: of.space,
    revisionId: of.to,
    query: { ...(of.from && { from: of.from }), view, ...which },
  }
  const page = useReading(
    'GET /spaces/:spaceId/revisions/:revisionId/page/:pageId/changes',
    item.kind === 'page' ? { ...revision, pageId: item.id } : null,
  ).value
  const reusable = useReading(
    'GET /spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId/changes',
    item.kind === 'reusable-content' ? { ...revision, reusableContentId: item.id } : null,
  ).value
  return item.kind === 'page' ? page : reusable
}
