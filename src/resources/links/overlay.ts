// The references of a change request: those of main content, overlaid with the differences. Nothing is copied, so the
// cost is proportional to the differences.
import type { Db } from '../../db/tables.ts'
import { changedLinks, changedTargets, type LinkRow, parseTarget } from '../../domain/indexes/index.ts'
import { loadChanges, readContent } from '../../domain/revisions/index.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'

export interface Overlay {
  /** Holders whose rows in the index are ignored. */
  hidden: readonly string[]
  /** The rows that replace them. */
  rows: readonly LinkRow[]
  /** Whether a target exists; undefined if main content decides. */
  exists(target: string): boolean | undefined
}

/** The overlay of main content itself. */
export const NO_OVERLAY: Overlay = { hidden: [], rows: [], exists: () => undefined }

/** The differences between the content at `main` and at `root`. */
export async function loadOverlay(db: Db, spaceId: string, main: Hash, root: Hash): Promise<Overlay> {
  const changes = await loadChanges(db, await readContent(db, diffTrees(main, root)))
  const links = changedLinks(spaceId, changes)
  const targets = changedTargets(spaceId, changes)
  const now = new Set(targets.now)
  const old = new Set(targets.old)
  const pages = new Set(targets.pages)
  return {
    hidden: links.old,
    rows: links.now,
    exists(target) {
      if (now.has(target)) return true
      if (old.has(target)) return false
      const { kind, space, id } = parseTarget(target)
      return kind === 'anchor' && space === spaceId && pages.has(id) ? false : undefined
    },
  }
}
