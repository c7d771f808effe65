// The changes of a batch in the form the engine takes: documents parsed, ids chosen, files stored. Inserted pages,
// files and reusable contents may carry a `ref` by which other changes and documents of the batch refer to them.

import type { Document } from '../document.ts'
import type { Hash } from '../objects.ts'
import type { Refusal } from '../tree/edit-pages.ts'
import type { File, PageFields, PageType } from '../tree/records.ts'

type Managed = 'document' | 'createdAt' | 'updatedAt'

/** The fields that a change can set; null removes a field. */
export type FieldPatch = { [Field in Exclude<keyof PageFields, Managed>]?: PageFields[Field] | null }

export interface InsertPage extends FieldPatch {
  operation: 'insert_page'
  id: string
  ref?: string
  type?: PageType
  /** The parent page, by id or ref; absent for the top level. */
  into?: string
  at?: number
  document?: Document
}

export interface UpdatePage extends FieldPatch {
  operation: 'update_page'
  page: string
  document?: Document | null
  /**
   * Moves the page below another, by id or ref; null moves it to the top level. `at` alone reorders it among its
   * siblings.
   */
  into?: string | null
  at?: number
}

export interface DeletePage {
  operation: 'delete_page'
  page: string
}

/** Restores a page as it is in the tree at `source`; with `blocks`, only those blocks of its document. */
export interface RevertPage {
  operation: 'revert_page'
  page: string
  source: Hash
  blocks?: string[]
}

export interface InsertFiles {
  operation: 'insert_files'
  files: (File & { ref?: string })[]
}

export interface DeleteFiles {
  operation: 'delete_files'
  files: string[]
}

export interface InsertReusableContent {
  operation: 'insert_reusable_content'
  id: string
  ref?: string
  title: string
  document?: Document
}

export interface UpdateReusableContent {
  operation: 'update_reusable_content'
  reusableContent: string
  title?: string
  document?: Document | null
}

export interface DeleteReusableContent {
  operation: 'delete_reusable_content'
  reusableContent: string
}

/** Sets variables of the space; null removes a variable. */
export interface SetVariables {
  operation: 'set_variables'
  variables: Record<string, string | number | boolean | null>
}

export type Change =
  | InsertPage
  | UpdatePage
  | DeletePage
  | RevertPage
  | InsertFiles
  | DeleteFiles
  | InsertReusableContent
  | UpdateReusableContent
  | DeleteReusableContent
  | SetVariables

/** The effect of one change; effects have the order of the batch. */
export type Effect =
  | { object: 'created_page'; page: string; ref?: string }
  | { object: 'updated_page'; page: string }
  | { object: 'deleted_page'; page: string }
  | { object: 'files' | 'reusable_content' | 'variables'; ids: string[] }

export type Reason =
  | Refusal
  | 'file-exists'
  | 'file-missing'
  | 'reusable-content-exists'
  | 'reusable-content-missing'
  | 'ref-taken'
  | 'refs-in-a-circle'
  | 'not-in-source'

/** The failure of a batch: the index of the change, the reason, and the id or ref concerned. */
export interface Failure {
  index: number
  reason: Reason
  subject: string
}
