// Views: a revision as one audience sees it. Everything served to visitors is read from a view. A view is a tree
// without the pages, files, tags and reusable contents that the visitor cannot see, by id, by path, in lists or in
// counts, and with computed pages in place. So readers of a view need not handle conditions or computed pages.
import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { indexKeys, pageKey, recordKey } from '../../engine/tree/keys.ts'
import { isMet } from '../../expressions/index.ts'
import { derived } from '../../lib/derived.ts'
import { sha256 } from '../../lib/hash.ts'
import { type ComputedView, computeView } from './computed-view.ts'
import {
  type ConditionalContent,
  type ConditionUse,
  conditionKeyOf,
  loadConditionalContent,
} from './conditional-content.ts'
import { type Content, hasConditions } from './conditions.ts'
import { findHiddenParts, type HiddenParts, type IsMet } from './hidden-parts.ts'

/** Who reads the content: a visitor with claims, or a member, who sees everything. */
export type Audience = { claims: Record<string, unknown> } | 'everything'

/** For readers who cannot be identified, such as those of a PDF: a visitor without claims. */
export const ANONYMOUS_VISITOR: Audience = { claims: {} }

export const audienceOf = (reader: AnyCaller): Audience =>
  isVisitor(reader) ? { claims: reader.claims } : 'everything'

interface VisibleContent {
  /** Identical for all audiences that see the same. */
  readonly name: string
  readonly tree: Tree
  readonly hiddenPages: readonly string[]
  /** Visible pages whose document may be partly hidden. */
  readonly adaptivePages: readonly string[]
  readonly hiddenSpecs: ReadonlySet<string>
}

export interface View extends VisibleContent, Partial<Pick<ComputedView, 'computedPages' | 'organization'>> {
  readonly audience: Audience
}

export async function openView(db: Db, audience: Audience, content: Content): Promise<View> {
  const view = await openStoredView(db, audience, content)
  const computed = await computeView(db, content, view)
  return computed ? { ...view, ...computed } : view
}

/** As `openView`, with computed pages in stored form. */
export async function openStoredView(db: Db, audience: Audience, content: Content): Promise<View> {
  if (audience === 'everything') return { audience, ...allOf(content.root) }
  const seen = (await hasConditions(db, content)) ? await viewFor(db, content, audience.claims) : allOf(content.root)
  return { audience, ...seen }
}

const NOTHING: ReadonlySet<string> = new Set()

const allOf = (root: Hash): VisibleContent => ({
  name: root,
  tree: openTree(root),
  hiddenPages: [],
  adaptivePages: [],
  hiddenSpecs: NOTHING,
})

/** What a view hides, in its tree and in its lists, about. */
const PART_BYTES = 200

const views = derived<VisibleContent>('view', {
  bytesOf: ({ tree, adaptivePages }) => PART_BYTES * (tree.edits.removals + adaptivePages.length),
})

async function viewFor(db: Db, content: Content, claims: Record<string, unknown>): Promise<VisibleContent> {
  const conditional = await loadConditionalContent(db, content)
  const outcome = evaluateConditions(conditional, claims)
  const name = `${content.root}.${sha256([...outcome.values()].map(Number).join('')).slice(0, 20)}`
  const known = views.find(name)
  if (known) return known
  const met: IsMet = (condition, variables) => outcome.get(conditionKeyOf(condition, variables)) === true
  const parts = findHiddenParts(conditional, content.space_id, met)
  return views.keep(name, { ...toVisibleContent(content.root, parts, conditional), name })
}

/** Evaluates all conditions of the content for a visitor with these claims. */
function evaluateConditions({ uses, variables: vars }: ConditionalContent, claims: Record<string, unknown>) {
  const answer = ({ condition, variables }: ConditionUse) =>
    isMet(condition, { space: { vars }, ...(variables && { page: { vars: variables } }), visitor: { claims } })
  return new Map(uses.map((question) => [question.key, answer(question)]))
}

function toVisibleContent(root: Hash, parts: HiddenParts, content: ConditionalContent): Omit<VisibleContent, 'name'> {
  const hidden = new Set(parts.pages)
  const adaptive = content.pages.filter((page) => !hidden.has(page) && content.conditionsOf(page).conditions.length > 0)
  return {
    tree: treeWithout(root, parts),
    hiddenPages: parts.pages.map(({ id }) => id),
    adaptivePages: adaptive.map(({ id }) => id),
    hiddenSpecs: new Set(parts.specs),
  }
}

function treeWithout(root: Hash, { pages, files, reusableContents, tags }: HiddenParts): Tree {
  const tree = openTree(root)
  const keys = [
    ...pages.flatMap((page) => [pageKey(page.id), ...indexKeys(page)]),
    ...files.map((id) => recordKey('file', id)),
    ...reusableContents.map((id) => recordKey('reusableContent', id)),
    ...tags.map((slug) => recordKey('tag', slug)),
  ]
  // In key order, so that each edit appends.
  for (const key of keys.sort()) tree.edits.set(key, undefined)
  return tree
}
