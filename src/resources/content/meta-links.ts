// The meta links of a page: its canonical page and its alternates. Targets that the caller cannot see are left out.
import type { AnyCaller } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import { isMetaTarget, isWebUrl, type MetaTarget } from '../../domain/content-changes/index.ts'
import { readContent, type View } from '../../domain/revisions/index.ts'
import { findPage } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import type { MetaLinksJson } from '../../shapes/content.ts'
import { openRequested, type ReadContext } from './read-operations.ts'
import { findSeenSpace, openMain } from './seen-spaces.ts'

type WithoutQuery = Omit<ReadContext, 'query'>

export async function showMetaLinks(context: WithoutQuery): Promise<MetaLinksJson> {
  const { view } = await openRequested({ ...context, query: {} })
  const page = await readContent(context.db, findPage(view.tree, context.params.pageId!))
  if (!page) throw problem('notFound')
  const { canonical, alternates } = (page.metaLinks ?? {}) as { canonical?: unknown; alternates?: unknown }
  const [shown] = await keepSeen(context, view, [canonical])
  return {
    ...(shown && { canonical: shown }),
    ...(Array.isArray(alternates) && { alternates: await keepSeen(context, view, alternates) }),
  }
}

async function keepSeen(context: WithoutQuery, view: View, targets: readonly unknown[]): Promise<MetaTarget[]> {
  const seen: MetaTarget[] = []
  for (const target of targets.map(asTarget)) if (target && (await isSeen(context, view, target))) seen.push(target)
  return seen
}

/** Accepts plain strings too: older imports stored links in front matter that way. */
function asTarget(value: unknown): MetaTarget | undefined {
  if (typeof value === 'string') return isWebUrl(value) ? { kind: 'url', url: value } : undefined
  return isMetaTarget(value) ? value : undefined
}

async function isSeen({ db, caller, space }: WithoutQuery, view: View, target: MetaTarget): Promise<boolean> {
  if (target.kind === 'url') return true
  const isElsewhere = target.space !== undefined && target.space !== space.id
  const seen = isElsewhere ? await openOther(db, caller, target.space!) : view
  return seen !== undefined && (await readContent(db, findPage(seen.tree, target.page))) !== undefined
}

/** The main content of another space, if the caller can see it. */
async function openOther(db: Db, caller: AnyCaller, spaceId: string): Promise<View | undefined> {
  const space = await findSeenSpace(db, caller, spaceId)
  return space && openMain(db, caller, space)
}
