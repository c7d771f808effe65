// Tables of change requests, reviews and comments.
import type { Generated } from 'kysely'
import type { Timestamp } from '../../lib/time.ts'

export interface ReviewTables {
  change_requests: ChangeRequestsTable
  conflicts: ConflictsTable
  reviews: ReviewsTable
  requested_reviewers: RequestedReviewersTable
  requested_teams: RequestedTeamsTable
  comments: CommentsTable
  space_comment_counts: SpaceCommentCountsTable
  reactions: ReactionsTable
  viewed_changes: ViewedChangesTable
  comment_lists_read: CommentListsReadTable
  comments_read: CommentsReadTable
  comment_files: CommentFilesTable
}

/**
 * The number of comments on the main content of a space; change requests have their own counters. No row: no comments.
 * The counters are separate from `spaces`, because every request reads that row and comments are written most often.
 */
interface SpaceCommentCountsTable {
  space_id: string
  comments_open: number
  comments_total: number
}

interface ChangeRequestsTable {
  id: string
  space_id: string
  /** That of the space. */
  organization_id: string
  number: number
  status: 'draft' | 'open' | 'archived' | 'merged'
  subject: string
  description: string | null
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

/** A conflict of an update from main: the three versions as JSON, until it is resolved. */
interface ConflictsTable {
  id: string
  change_request_id: string
  status: 'open' | 'resolved'
  kind: string
  /** The kind of the conflicting record. */
  target: 'page' | 'file' | 'reusableContent' | 'tag' | 'variable'
  target_id: string
  /** The rest of the conflict, as the engine returned it. */
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
  /** The user who requested the review, if any. */
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
  /** For replies: the comment. */
  parent_id: string | null
  /** The list that contains it: its parent, its change request, or else its space. */
  thread_id: string
  /** The review that it belongs to. */
  review_id: string | null
  page_id: string | null
  node_id: string | null
  /** The table cell, as JSON. */
  table_cell: string | null
  /** The words of the node, as JSON. They follow edits. */
  node_range: string | null
  /** The revision that it refers to. */
  revision_id: string
  /** The page and the node at that time, as JSON: shown if they no longer exist. */
  target_then: string | null
  /** Null if it links to content, whose URLs may change: then reads generate it. */
  markdown: string | null
  /** As JSON; null if the markdown is complete. */
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
  /** Orders reactions by creation. */
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

/** A team that is asked for a review: one of its members is enough. */
interface RequestedTeamsTable {
  change_request_id: string
  team_id: string
  space_id: string
  requested_by: string
  revision_id: string
  created_at: Timestamp
}

/** What a person has viewed of a change request. */
interface ViewedChangesTable {
  user_id: string
  change_request_id: string
  kind: 'page' | 'file' | 'reusable-content'
  target_id: string
  /** A hash of what was viewed: the mark holds as long as it is the same. */
  state: string
}

/** Until when a person has read everything that was said about a space or a change request. */
interface CommentListsReadTable {
  user_id: string
  /** As in `comments`. */
  thread_id: string
  space_id: string
  read_at: Timestamp
}

/** Until when a person has read a conversation, if that is later than for its list. */
interface CommentsReadTable {
  user_id: string
  comment_id: string
  thread_id: string
  read_at: Timestamp
}

/** Pictures in comments. They are no content, so whoever may comment may add them. */
interface CommentFilesTable {
  id: string
  space_id: string
  /** The record, as JSON. */
  file: string
  created_by: string
  created_at: Timestamp
}
