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
import { getOrLoad, LruCache } from '../../lib/lru-cache.ts'
import type { ConditionHolder, Content } from './conditions.ts'
import { readDocuments } from './content-diff.ts'
import { readContent } from './revisions.ts'

/** Pages over all roots, and references over all documents. */
const MAX_CACHED_PAGES = 50_000
const MAX_CACHED_REFERENCES = 200_000
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

const contentCache = new LruCache<Promise<ConditionalContent>>(MAX_CACHED_PAGES)

export function loadConditionalContent(db: Db, { root }: Content): Promise<ConditionalContent> {
  return getOrLoad(
    contentCache,
    root,
    () => readConditionalContent(db, root),
    ({ pages }) => pages.length,
  )
}

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

const documentCache = new LruCache<Conditions>(MAX_CACHED_REFERENCES)

/** Loads the conditions of these documents, from the cache where possible. */
async function loadConditions(db: Db, hashes: readonly Hash[]): Promise<Map<Hash, Conditions>> {
  const found = new Map(hashes.flatMap((hash) => cachedConditions(hash)))
  const rest = [...new Set(hashes)].filter((hash) => !found.has(hash))
  for (let at = 0; at < rest.length; at += BATCH_SIZE) {
    for (const [hash, document] of await readContent(db, readDocuments(rest.slice(at, at + BATCH_SIZE)))) {
      const conditions = listConditions(document)
      documentCache.set(hash, conditions, 1 + conditions.references.length)
      found.set(hash, conditions)
    }
    await setImmediate()
  }
  return found
}

function cachedConditions(hash: Hash): [Hash, Conditions][] {
  const known = documentCache.get(hash)
  return known ? [[hash, known]] : []
}
