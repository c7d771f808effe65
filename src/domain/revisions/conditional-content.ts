// Loads everything that decides the visibility of a revision's content. Used only for content with conditions.
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/tables.ts'
import { type Conditions, listConditions } from '../../engine/conditions.ts'
import type { Hash } from '../../engine/objects.ts'
import { listRecords, loadVariables } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { listPages } from '../../engine/tree/pages.ts'
import type { Page, ReusableContent, Variables } from '../../engine/tree/records.ts'
import { findExpression, namesIn } from '../../expressions/index.ts'
import { derived } from '../../lib/derived.ts'
import type { ConditionHolder, Content } from './conditions.ts'
import { readDocuments } from './content-diff.ts'
import { readContent } from './revisions.ts'

const BATCH_SIZE = 20

export interface ConditionalContent {
  pages: readonly Page[]
  reusableContents: readonly ReusableContent[]
  variables: Variables
  conditionsOf(holder: ConditionHolder): Conditions
  /** Every condition to evaluate for a reader, once and in a fixed order. */
  uses: readonly ConditionUse[]
}

/** A condition on a page with these variables, or in a reusable content, which has none. */
export interface ConditionUse {
  key: string
  condition: string
  variables: Variables | undefined
}

/** A condition evaluates the same everywhere, unless it uses variables of its page. */
export function conditionKeyOf(condition: string, variables: Variables | undefined): string {
  const expression = variables && findExpression(condition)
  return expression && namesIn(expression).has('page') ? `${condition}\n${JSON.stringify(variables)}` : condition
}

export const variablesOf = ({ variables }: Page): Variables => variables ?? {}

/** A page in memory, without its document, about. */
const PAGE_BYTES = 400

const contents = derived<ConditionalContent>('conditional content', {
  bytesOf: ({ pages }) => PAGE_BYTES * pages.length,
})

export const loadConditionalContent = (db: Db, { root }: Content): Promise<ConditionalContent> =>
  contents.load(root, () => readConditionalContent(db, root))

async function readConditionalContent(db: Db, root: Hash): Promise<ConditionalContent> {
  const { pages, reusableContents, variables } = await readContent(db, readRecords(root))
  const documents = await loadConditions(
    db,
    [...pages, ...reusableContents].flatMap(({ document }) => document ?? []),
  )
  const conditionsOf = ({ document }: ConditionHolder) => documents.get(document ?? '') ?? NOTHING
  const content = { pages, reusableContents, variables, conditionsOf }
  return { ...content, uses: listUses(content) }
}

function listUses({ pages, reusableContents, conditionsOf }: Omit<ConditionalContent, 'uses'>): ConditionUse[] {
  const uses = new Map<string, ConditionUse>()
  const add = (variables: Variables | undefined, conditions: readonly string[]) => {
    for (const condition of conditions) {
      const key = conditionKeyOf(condition, variables)
      uses.set(key, { key, condition, variables })
    }
  }
  for (const page of pages) {
    if (page.condition !== undefined) add(variablesOf(page), [page.condition])
    add(variablesOf(page), conditionsOf(page).conditions)
  }
  for (const each of reusableContents) add(undefined, conditionsOf(each).conditions)
  return [...uses.values()]
}

function* readRecords(root: Hash) {
  const tree = openTree(root)
  const pages = yield* listPages(tree)
  const contents = yield* listRecords(tree, 'reusableContent')
  return { pages, reusableContents: contents.map(({ record }) => record), variables: yield* loadVariables(tree) }
}

const NOTHING: Conditions = { conditions: [], references: [] }

/** By document: after an edit, only documents that have changed are read. */
const conditionsIn = derived<Conditions>('conditions', {
  bytesOf: ({ conditions, references }) => 100 * (conditions.length + references.length),
})

async function loadConditions(db: Db, hashes: readonly Hash[]): Promise<Map<Hash, Conditions>> {
  const found = new Map<Hash, Conditions>()
  const rest = [...new Set(hashes)].filter((hash) => {
    const known = conditionsIn.find(hash)
    if (known) found.set(hash, known)
    return !known
  })
  for (let at = 0; at < rest.length; at += BATCH_SIZE) {
    for (const [hash, document] of await readContent(db, readDocuments(rest.slice(at, at + BATCH_SIZE)))) {
      found.set(hash, conditionsIn.keep(hash, listConditions(document)))
    }
    await setImmediate()
  }
  return found
}
