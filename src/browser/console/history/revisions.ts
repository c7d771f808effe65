// Revisions as people remember them: what one person saved within ten minutes is one entry.
import type { ReplyTo } from '../api/operations.ts'

type Revision = ReplyTo<'GET /spaces/:spaceId/revisions'>['items'][number]

export interface Entry {
  /** The last revision of the entry. */
  id: string
  /** The revision before the first of the entry. */
  before: string | undefined
  type: Revision['type']
  author: Revision['createdBy']
  createdAt: string
  /** The number of revisions. */
  count: number
  mergedFrom: Revision['mergedFrom']
  commit: string | undefined
  /** It went past the rules of the space. */
  pastRules: boolean
}

const TOGETHER = 10 * 60_000

/** Newest first, as they come. */
export function grouped(revisions: readonly Revision[]): Entry[] {
  const entries: (Entry & { since: number })[] = []
  for (const revision of revisions) {
    const last = entries.at(-1)
    const at = Date.parse(revision.createdAt)
    const isMore =
      last?.type === 'edits' &&
      revision.type === 'edits' &&
      last.author?.id === revision.createdBy?.id &&
      last.pastRules === (revision.pastRules ?? false) &&
      last.since - at < TOGETHER
    if (isMore) {
      last.count++
      last.since = at
      last.before = revision.parents[0]
    } else entries.push(entryOf(revision, at))
  }
  return entries
}

const entryOf = (revision: Revision, since: number) => ({
  id: revision.id,
  before: revision.parents[0],
  type: revision.type,
  author: revision.createdBy,
  createdAt: revision.createdAt,
  count: 1,
  mergedFrom: revision.mergedFrom,
  commit: revision.git?.message?.split('\n')[0],
  pastRules: revision.pastRules ?? false,
  since,
})
