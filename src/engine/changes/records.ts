// Applies the changes to files, reusable contents and variables.

import type { Reading } from '../reading.ts'
import { findRecord, putRecord, removeRecord } from '../tree/collections.ts'
import type { ReusableContent } from '../tree/records.ts'
import { addDocument, type Batch, idOf, type Outcome } from './batch.ts'
import type {
  DeleteFiles,
  DeleteReusableContent,
  InsertFiles,
  InsertReusableContent,
  SetVariables,
  UpdateReusableContent,
} from './change.ts'

type RecordChange =
  | InsertFiles
  | DeleteFiles
  | InsertReusableContent
  | UpdateReusableContent
  | DeleteReusableContent
  | SetVariables

export function* perform(batch: Batch, change: RecordChange): Reading<Outcome> {
  switch (change.operation) {
    case 'insert_files':
      return yield* insertFiles(batch, change)
    case 'delete_files':
      return yield* deleteFiles(batch, change)
    case 'insert_reusable_content':
      return yield* insertReusable(batch, change)
    case 'update_reusable_content':
      return yield* updateReusable(batch, change)
    case 'delete_reusable_content':
      return yield* deleteReusable(batch, change)
    case 'set_variables':
      return setVariables(batch, change)
  }
}

function* insertFiles(batch: Batch, { files }: InsertFiles): Reading<Outcome> {
  for (const { ref, ...file } of files) {
    if (yield* findRecord(batch.tree, 'file', file.id)) return { reason: 'file-exists', subject: file.id }
    putRecord(batch.tree, 'file', file.id, file)
  }
  return { object: 'files', ids: files.map(({ id }) => id) }
}

function* deleteFiles(batch: Batch, { files }: DeleteFiles): Reading<Outcome> {
  for (const name of files) {
    const id = idOf(batch, name)
    if (!(yield* findRecord(batch.tree, 'file', id))) return { reason: 'file-missing', subject: name }
    removeRecord(batch.tree, 'file', id)
  }
  return { object: 'files', ids: files.map((name) => idOf(batch, name)) }
}

function* insertReusable(batch: Batch, change: InsertReusableContent): Reading<Outcome> {
  const { id, title } = change
  if (yield* findRecord(batch.tree, 'reusableContent', id)) return { reason: 'reusable-content-exists', subject: id }
  const record: ReusableContent = { id, title }
  if (change.document) record.document = yield* addDocument(batch, change.document)
  putRecord(batch.tree, 'reusableContent', id, record)
  return { object: 'reusable_content', ids: [id] }
}

function* updateReusable(batch: Batch, change: UpdateReusableContent): Reading<Outcome> {
  const id = idOf(batch, change.reusableContent)
  const old = yield* findRecord(batch.tree, 'reusableContent', id)
  if (!old) return { reason: 'reusable-content-missing', subject: change.reusableContent }
  const { document, ...rest } = old
  const record: ReusableContent = { ...rest, title: change.title ?? old.title }
  if (change.document) record.document = yield* addDocument(batch, change.document, document)
  else if (change.document === undefined && document !== undefined) record.document = document
  putRecord(batch.tree, 'reusableContent', id, record)
  return { object: 'reusable_content', ids: [id] }
}

function* deleteReusable(batch: Batch, { reusableContent }: DeleteReusableContent): Reading<Outcome> {
  const id = idOf(batch, reusableContent)
  if (!(yield* findRecord(batch.tree, 'reusableContent', id))) {
    return { reason: 'reusable-content-missing', subject: reusableContent }
  }
  removeRecord(batch.tree, 'reusableContent', id)
  return { object: 'reusable_content', ids: [id] }
}

function setVariables(batch: Batch, { variables }: SetVariables): Outcome {
  for (const [name, value] of Object.entries(variables)) {
    if (value === null) removeRecord(batch.tree, 'variable', name)
    else putRecord(batch.tree, 'variable', name, value)
  }
  return { object: 'variables', ids: Object.keys(variables) }
}
