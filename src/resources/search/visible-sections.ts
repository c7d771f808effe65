// The sections of a page as a visitor sees them.
import type { Db } from '../../db/tables.ts'
import { evaluate } from '../../domain/documents/index.ts'
import { loadOperationSections } from '../../domain/openapi-specs/index.ts'
import { type Audience, loadSearchDocument, readContent, type View } from '../../domain/revisions/index.ts'
import { listSections, type Section } from '../../engine/outline.ts'
import { loadVariables } from '../../engine/tree/collections.ts'
import type { Page } from '../../engine/tree/records.ts'

type Visiting = Exclude<Audience, 'everything'>

export async function loadVisibleSections(db: Db, view: View, page: Page, { claims }: Visiting): Promise<Section[]> {
  const document = await loadSearchDocument(db, view, page)
  const variables = await readContent(db, loadVariables(view.tree))
  const scope = { space: { vars: variables }, page: { vars: page.variables ?? {} }, visitor: { claims } }
  const rule = { scope, keepsUnknown: false }
  const seen = evaluate(document, { inlines: rule, conditions: rule })
  return [...listSections(seen), ...(await loadOperationSections(db, view, seen))]
}
