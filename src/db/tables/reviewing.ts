// Change requests, what is said about them and about spaces.
import type { Generated } from 'kysely'
import type { Timestamp } from '../../lib/time.ts'

export interface ReviewingTables {
  change_requests: ChangeRequestsTable
  conflicts: ConflictsTable
  reviews: ReviewsTable
  requested_reviewers: RequestedReviewersTable
  comments: CommentsTable
  space_comment_counts: SpaceCommentCountsTable
  reactions: ReactionsTable
}

/**
 * Comments on the main content of a space; those on change requests are counted there. No row: none yet. They stand
 * apart from the space because every request reads that, and comments are what is written most often.
 */
interface SpaceCommentCountsTable {
  space_id: string
  comments_open: number
  comments_total: number
}

interface ChangeRequestsTable {
  id: string
  space_id: string
  number: number
  status: 'draft' | 'open' | 'archived' | 'merged'
  subject: string
  revision_id: string
  revision_initial: string
  revision_merged_ancestor: string | null
  revision_merged: string | null
  comments_open: Generated<number>
  comments_total: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

/** What an update from main could not settle by itself: the three sides as JSON, until somebody chooses. */
interface ConflictsTable {
  id: string
  change_request_id: string
  status: 'open' | 'resolved'
  kind: string
  /** What it is about: a page by its id, or another record of the content. */
  target: 'page' | 'file' | 'reusableContent' | 'tag' | 'variable'
  target_id: string
  /** The rest of the conflict as the engine gave it. */
  data: string
  resolution: 'ours' | 'theirs' | 'document' | 'edited' | null
  created_at: Timestamp
  resolved_at: Timestamp | null
}

interface ReviewsTable {
  id: string
  change_request_id: string
  user_id: string
  revision_id: string
  status: 'approved' | 'changes-requested'
  /** Who had asked for it, if anybody had. */
  requested_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

/** A comment on a space or a change request, or a reply to one. */
interface CommentsTable {
  id: string
  space_id: string
  /** Null for comments on main content. */
  change_request_id: string | null
  /** Of a reply: the comment it is a reply to. */
  parent_id: string | null
  /** What it is listed under: its parent, its change request, or else its space. */
  thread_id: string
  /** The review it was written with. */
  review_id: string | null
  page_id: string | null
  node_id: string | null
  /** The cell of a table, as JSON. */
  table_cell: string | null
  /** The content it was written about. */
  revision_id: string
  /** The page and the node as they were then, as JSON: shown when they are gone. */
  target_then: string | null
  /** Null when it links to content, whose addresses may change: then it is written on reading. */
  markdown: string | null
  /** As JSON; null when the markdown says it all. */
  document: string | null
  status: 'open' | 'resolved'
  replies: Generated<number>
  created_by: string
  created_at: Timestamp
  edited_at: Timestamp | null
  resolved_by: string | null
  resolved_at: Timestamp | null
}

interface ReactionsTable {
  /** In the order of these they were given. */
  id: string
  comment_id: string
  user_id: string
  emoji: string
  created_at: Timestamp
}

interface RequestedReviewersTable {
  change_request_id: string
  user_id: string
  requested_by: string
  revision_id: string
  created_at: Timestamp
}
