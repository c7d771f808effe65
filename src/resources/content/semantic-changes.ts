// What differs between two revisions, as replies show it.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import { withObjects } from '../../engine/reading.ts'
import { type Attributes, listSemanticChanges, type SemanticChange } from '../../engine/semantic-changes.ts'
import { EMPTY_TREE } from '../../engine/tree/draft.ts'
import type { File } from '../../engine/tree/records.ts'
import type { RevisionSemanticChanges } from '../change-requests/changes.ts'
import { readContent } from './revisions.ts'

type Shown = Static<typeof RevisionSemanticChanges>

/** From the content at `before` to that at `after`; `urlOf` is where a file can be downloaded. */
export async function showSemanticChanges(
  db: Db,
  { before, after, limit }: { before: Hash; after: Hash; limit: number | undefined },
  urlOf: (file: File) => string,
): Promise<Shown> {
  // Nobody need have stored what is empty.
  const reading = withObjects([EMPTY_TREE], listSemanticChanges(before, after, { limit }))
  const { changes, more } = await readContent(db, reading)
  return { changes: changes.map((change) => toShown(change, urlOf)) as Shown['changes'], more }
}

function toShown(change: SemanticChange, urlOf: (file: File) => string): object {
  if (!('file' in change)) return change
  const { id, name, contentType } = change.file
  const file = { id, name, contentType, downloadURL: urlOf(change.file) }
  return 'attributes' in change
    ? { ...change, file, attributes: withoutBlob(change.attributes, change.file, urlOf) }
    : { ...change, file }
}

// What the bytes are called in the store is nobody's business: other bytes are another download.
function withoutBlob({ blob, ...attributes }: Attributes, file: File, urlOf: (file: File) => string): Attributes {
  if (!blob) return attributes
  const url = (side: unknown) => urlOf({ ...file, blob: side as string })
  return { ...attributes, downloadURL: { before: url(blob.before), after: url(blob.after) } }
}
