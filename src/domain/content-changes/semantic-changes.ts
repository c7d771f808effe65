// Presents the differences between two revisions.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import { withObjects } from '../../engine/reading.ts'
import { type Attributes, listSemanticChanges, type SemanticChange } from '../../engine/semantic-changes.ts'
import { EMPTY_TREE } from '../../engine/tree/draft.ts'
import type { File } from '../../engine/tree/records.ts'
import type { RevisionSemanticChanges } from '../../shapes/semantic-changes.ts'
import { readContent } from '../revisions/index.ts'

type Shown = Static<typeof RevisionSemanticChanges>

/** Compares the content at `before` and `after`. `urlOf` returns the download URL of a file. */
export async function presentSemanticChanges(
  db: Db,
  { before, after, limit }: { before: Hash; after: Hash; limit: number | undefined },
  urlOf: (file: File) => string,
): Promise<Shown> {
  // The empty tree may not be stored.
  const reading = withObjects([EMPTY_TREE], listSemanticChanges(before, after, { limit }))
  const { changes, more } = await readContent(db, reading)
  return { changes: changes.map((change) => presentChange(change, urlOf)) as Shown['changes'], more }
}

function presentChange(change: SemanticChange, urlOf: (file: File) => string): object {
  if (!('file' in change)) return change
  const { id, name, contentType } = change.file
  const file = { id, name, contentType, downloadURL: urlOf(change.file) }
  return 'attributes' in change
    ? { ...change, file, attributes: withoutBlob(change.attributes, change.file, urlOf) }
    : { ...change, file }
}

// Blob names are internal: a changed blob is presented as a changed download URL.
function withoutBlob({ blob, ...attributes }: Attributes, file: File, urlOf: (file: File) => string): Attributes {
  if (!blob) return attributes
  const url = (side: unknown) => urlOf({ ...file, blob: side as string })
  return { ...attributes, downloadURL: { before: url(blob.before), after: url(blob.after) } }
}
