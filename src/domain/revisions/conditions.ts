// Finds out whether a revision's content has conditions: from the diff to a root without conditions if one is known, else
// from a search in the raw bytes of the documents.
import { anyContainsText } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import { CONDITION_MARKER } from '../../engine/conditions.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { listRecords } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { listPages } from '../../engine/tree/pages.ts'
import type { Page, ReusableContent } from '../../engine/tree/records.ts'
import { derived } from '../../lib/derived.ts'
import { readContent } from './revisions.ts'

/** The content of a revision, and its space. */
export interface Content extends Pick<Row<'revisions'>, 'space_id' | 'root'> {
  /** Read if it is not given. */
  space?: Pick<Row<'spaces'>, 'organization_id' | 'computed_state'> | undefined
}

const answers = derived<boolean>('has conditions', { bytesOf: () => 0 })
/** By space, the last root without conditions: after an edit, only what has changed is searched. */
const unconditional = derived<Hash>('without conditions', { bytesOf: () => 100 })

/** True if the content has a condition anywhere. */
export function hasConditions(db: Db, content: Content): Promise<boolean> {
  return answers.load(content.root, () => findConditions(db, content))
}

async function findConditions(db: Db, { space_id, root }: Content): Promise<boolean> {
  const before = unconditional.find(space_id)
  const records = await readContent(db, before === undefined ? listHolders(root) : listChanged(before, root))
  const found =
    records.some((record) => 'condition' in record && record.condition !== undefined) ||
    (await anyContainsText(
      db,
      records.flatMap(({ document }) => document ?? []),
      CONDITION_MARKER,
    ))
  if (!found) unconditional.keep(space_id, root)
  return found
}

export type ConditionHolder = Page | ReusableContent

function* listHolders(root: Hash): Reading<ConditionHolder[]> {
  const tree = openTree(root)
  const contents = yield* listRecords(tree, 'reusableContent')
  return [...(yield* listPages(tree)), ...contents.map(({ record }) => record)]
}

function* listChanged(before: Hash, root: Hash): Reading<ConditionHolder[]> {
  const { page, reusableContent } = yield* diffTrees(before, root)
  return [...page, ...reusableContent].flatMap(({ after }) => after ?? [])
}
