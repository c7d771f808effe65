// Transactions name the spaces that they change, so that whoever watches a space is told of it after the commit.
import type { Db } from './tables.ts'

export type SpaceListener = (spaces: ReadonlySet<string>) => void

const changed = new WeakMap<Db, Set<string>>()

/** Names a space that the transaction changes. */
export function announceSpace(db: Db, spaceId: string): void {
  const spaces = changed.get(db) ?? new Set()
  changed.set(db, spaces.add(spaceId))
}

/** Forgets what an earlier attempt of the transaction announced. */
export const resetAnnouncements = (db: Db): void => void changed.delete(db)

export const announcedSpaces = (db: Db): ReadonlySet<string> | undefined => changed.get(db)
