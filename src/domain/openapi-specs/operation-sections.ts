// What search knows of the operations that a document shows, from the specifications as they are now.
import { listApiBlocks, listOperationSections } from '../../computed/operation-sections.ts'
import { sourceNameOf } from '../../computed/reference/index.ts'
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Section } from '../../engine/outline.ts'
import { loadCurrentSpecs } from './outlines.ts'
import { listSlugsByUrl } from './specs.ts'

interface Seen {
  /** Absent if the space shows nothing of any specification. */
  organization?: string | undefined
  /** The slugs of specifications that the reader may not see. */
  hiddenSpecs?: ReadonlySet<string>
}

export async function loadOperationSections(
  db: Db,
  { organization, hiddenSpecs = new Set() }: Seen,
  document: Document,
): Promise<Section[]> {
  const refs = listApiBlocks(document).map(({ data }) => data?.ref as { kind?: string; url?: string } | undefined)
  if (organization === undefined || refs.length === 0) return []
  const urls = new Set(refs.flatMap((ref) => (ref?.kind === 'url' ? (ref.url ?? []) : [])))
  const slugs = await listSlugsByUrl(db, organization, [...urls])
  const named = refs.flatMap((ref) => (ref?.kind === 'openapi' ? (sourceNameOf(ref) ?? []) : []))
  const wanted = [...new Set([...named, ...slugs.values()])].filter((slug) => !hiddenSpecs.has(slug))
  const specs = await loadCurrentSpecs(db, organization, wanted)
  const slugOf = new Map([...slugs].map(([url, slug]) => [sourceNameOf({ kind: 'url', url })!, slug]))
  return listOperationSections(document, (name) => specs.get(slugOf.get(name) ?? name)?.outline)
}
