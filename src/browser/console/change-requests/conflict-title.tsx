import { words } from '../../words.ts'
import type { ConflictJson } from './place.ts'

/** What a conflict is about. */
export const titleOf = ({ page, target }: ConflictJson): string =>
  page ? page.title || words.untitled : `${words.changeRequests.conflicts.targets[target.kind]} ${target.id}`
