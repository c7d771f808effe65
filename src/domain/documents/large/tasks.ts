// The tasks that the threads run. Arguments and results are plain data.
import { compareReduced } from '../../../engine/comparison/compare.ts'
import type { Document } from '../../../engine/document.ts'
import { encodeWith } from '../../../engine/keys/keep-keys.ts'
import { mergeDocuments } from '../../../engine/merge/merge-documents.ts'
import type { ThreeWay } from '../../../engine/merge/sequence.ts'
import { encode, type Hash } from '../../../engine/objects.ts'
import { findExcess } from '../../../engine/size.ts'
import type { Issue } from '../../../errors.ts'
import { newId } from '../../../lib/ids.ts'
import { type ContentRef, type Fence, type ParsedMarkdown, parseMarkdown } from '../../../markdown/index.ts'
import { defaultInclude, defaultResolve } from '../../../markdown/options.ts'
import { RepositoryError } from '../../../repository/config.ts'
import type { Summary } from '../../../repository/model.ts'
import { readSummary } from '../../../repository/summary.ts'
import { findFlaw } from '../check.ts'
import { describeAll, type Facts } from '../facts.ts'
import { serialize } from '../page-markdown.ts'
import type { NamedPage } from '../page-words.ts'

/** Rejected content. The message completes a sentence about it. */
export class TooLarge extends Error {}

/** References by href for links, files and includes. Those not listed resolve to the default. */
export type LinkRefs = Record<'links' | 'files' | 'includes', ReadonlyMap<string, ContentRef>>

export interface ParseTask {
  text: string
  title: boolean
  fences: readonly Fence[]
  refs: LinkRefs
}

export interface ParseTaskResult {
  parsed: ParsedMarkdown
  /** The distinct links, files and includes of the text. */
  found: Record<keyof LinkRefs, string[]>
}

function parse({ text, title, fences, refs }: ParseTask): ParseTaskResult {
  const found = { links: new Set<string>(), files: new Set<string>(), includes: new Set<string>() }
  const resolve = (kind: keyof LinkRefs, byDefault: (href: string) => ContentRef) => (href: string) => {
    found[kind].add(href)
    return refs[kind].get(href) ?? byDefault(href)
  }
  const parsed = parseMarkdown(text, {
    title,
    fences,
    resolveLink: resolve('links', defaultResolve),
    resolveFile: resolve('files', defaultResolve),
    resolveInclude: resolve('includes', defaultInclude),
  })
  refuseLarge(parsed.document)
  return { parsed, found: { links: [...found.links], files: [...found.files], includes: [...found.includes] } }
}

export function refuseLarge(document: Document): void {
  const excess = findExcess(document)
  if (excess) throw new TooLarge(excess)
}

function parseSummary(text: string): Summary {
  try {
    return readSummary(text)
  } catch (error) {
    throw error instanceof RepositoryError ? new TooLarge(error.message) : error
  }
}

const findFlawIn = (text: string): Issue | undefined => findFlaw(JSON.parse(text))

/** Documents as JSON. The bytes are transferred. */
function keyDocument(after: string, before: string | undefined): { hash: Hash; bytes: Uint8Array } {
  const replaced = before === undefined ? undefined : { hash: '', document: JSON.parse(before) as Document }
  const { hash, bytes } = encodeWith(newId)(JSON.parse(after) as Document, replaced)
  return { hash, bytes }
}

const describe = (text: string, page: NamedPage | undefined): Facts => describeAll(JSON.parse(text), page)

/** Documents as JSON. */
function mergeDocument(sides: ThreeWay<string>): { hash: Hash; bytes: Uint8Array; conflicts: string } {
  const { base, ours, theirs } = sides
  const merged = mergeDocuments({ base: JSON.parse(base), ours: JSON.parse(ours), theirs: JSON.parse(theirs) })
  const { hash, bytes } = encode(merged.document)
  return { hash, bytes, conflicts: JSON.stringify(merged.conflicts) }
}

/** Documents, and what is returned, as JSON. */
const compare = (before: string, after: string): string =>
  JSON.stringify(compareReduced(JSON.parse(before), JSON.parse(after)))

export const tasks = { parse, parseSummary, findFlawIn, serialize, keyDocument, describe, mergeDocument, compare }
