// The references of a change request: those of main content, with what differs laid over them. Nothing is copied; the
// cost follows the differences.
import type { Db } from '../../db/tables.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import { loadChanges } from '../content/indexed-changes.ts'
import { readContent } from '../content/revisions.ts'
import { changedLinks, type LinkRow } from './found-links.ts'
import { changedTargets } from './found-targets.ts'
import { parseTarget } from './targets.ts'

export interface Overlay {
  /** Holders whose rows in the index do not count. */
  hidden: readonly string[]
  /** The rows that count instead. */
  rows: readonly LinkRow[]
  /** Whether a target exists; undefined where main content decides. */
  exists(target: string): boolean | undefined
}

/** Main content itself. */
export const NO_OVERLAY: Overlay = { hidden: [], rows: [], exists: () => undefined }

/** What makes the content at `root` of the content at `main`. */
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
