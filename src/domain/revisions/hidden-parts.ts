// Finds the parts of conditional content that a visitor cannot see. A hidden page hides all pages below it. A file,
// reusable content, tag or specification is hidden if only hidden parts refer to it: hidden pages, blocks whose
// condition is not met, and hidden reusable contents. Parts without references are visible.
import type { ConditionalReference } from '../../engine/conditions.ts'
import type { ContentRef } from '../../engine/content-ref.ts'
import { groupBy } from '../../engine/group.ts'
import { listPageReferences } from '../../engine/links.ts'
import { listPageTags } from '../../engine/tree/page-tags.ts'
import type { Page, Variables } from '../../engine/tree/records.ts'
import { type ConditionalContent, variablesOf } from './conditional-content.ts'

/** Evaluates a condition on a page with these variables, or in a reusable content. */
export type IsMet = (condition: string, variables: Variables | undefined) => boolean

export interface HiddenParts {
  pages: Page[]
  files: string[]
  reusableContents: string[]
  tags: string[]
  /** Slugs of specifications. */
  specs: string[]
}

export function findHiddenParts(content: ConditionalContent, space: string, met: IsMet): HiddenParts {
  const pages = findHiddenPages(content.pages, met)
  const hidden = new Set(pages)
  const ofPages = content.pages.map((page) => ({ ...split(referencesOf(content, page), variablesOf(page), met), page }))
  const ofContents = new Map(
    content.reusableContents.map((each) => [
      nameOf({ kind: 'reusable-content', reusableContent: each.id }, space)!,
      split(content.conditionsOf(each).references, undefined, met),
    ]),
  )
  const names = (references: readonly ConditionalReference[]) =>
    references.flatMap(({ ref }) => nameOf(ref, space) ?? [])
  const seen = reach(names(ofPages.flatMap(({ page, open }) => (hidden.has(page) ? [] : open))), (name) =>
    names(ofContents.get(name)?.open ?? []),
  )
  const unseen = reach(
    names([
      ...ofPages.flatMap(({ page, open, closed }) => (hidden.has(page) ? [...open, ...closed] : closed)),
      ...[...ofContents.values()].flatMap(({ closed }) => closed),
    ]),
    (name) => names([...(ofContents.get(name)?.open ?? []), ...(ofContents.get(name)?.closed ?? [])]),
  )
  const only = (kind: string) =>
    [...unseen].filter((name) => name.startsWith(kind) && !seen.has(name)).map((name) => name.slice(kind.length))
  return {
    pages,
    files: only('file/'),
    reusableContents: only('reusable-content/'),
    tags: only('tag/'),
    specs: only('openapi/'),
  }
}

function findHiddenPages(pages: readonly Page[], met: IsMet): Page[] {
  const children = groupBy(pages, ({ parent }) => parent)
  const hidden = pages.filter((page) => page.condition !== undefined && !met(page.condition, variablesOf(page)))
  const all = new Set(hidden)
  for (const page of all) for (const child of children.get(page.id) ?? []) all.add(child)
  return [...all]
}

const referencesOf = (content: ConditionalContent, page: Page): ConditionalReference[] => [
  ...[...listPageReferences(page), ...listPageTags(page).map(({ tag }) => tag)].map((ref) => ({ ref, conditions: [] })),
  ...content.conditionsOf(page).references,
]

/** Separates references that a reader sees from those behind an unmet condition. */
function split(references: readonly ConditionalReference[], variables: Variables | undefined, met: IsMet) {
  const isOpen = ({ conditions }: ConditionalReference) => conditions.every((condition) => met(condition, variables))
  return { open: references.filter(isOpen), closed: references.filter((reference) => !isOpen(reference)) }
}

/** The target as a string; undefined for targets that conditions of this space do not hide. */
function nameOf(ref: ContentRef, space: string): string | undefined {
  if (ref.kind === 'openapi') return `openapi/${ref.spec}`
  if (!('space' in ref ? ref.space === undefined || ref.space === space : true)) return undefined
  if (ref.kind === 'tag') return `tag/${ref.tag}`
  if (ref.kind === 'file') return `file/${ref.file}`
  return ref.kind === 'reusable-content' ? `reusable-content/${ref.reusableContent}` : undefined
}

/** All names reachable from these. */
function reach(from: readonly string[], next: (name: string) => readonly string[]): Set<string> {
  const reached = new Set(from)
  for (const name of reached) for (const further of next(name)) reached.add(further)
  return reached
}
