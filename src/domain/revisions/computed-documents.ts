// Loads documents of pages, stored or computed from a specification version.
import { computeDocument, computeSearchDocument } from '../../computed/documents.ts'
import type { SpecOutline } from '../../computed/outline.ts'
import { type DocumentProps, documentPropsOf, specOf, versionOf } from '../../computed/source.ts'
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash, Json } from '../../engine/objects.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import { findOutline } from '../openapi-specs/index.ts'
import { loadStoredDocument } from './documents.ts'

/** A page or a reusable content. */
export interface DocumentHolder {
  document?: Hash | undefined
  computed?: Json | undefined
}

/** The organization whose specifications apply; absent if nothing is computed. */
interface SpecScope {
  organization?: string
}

interface ComputedSource {
  outline: SpecOutline
  spec: string
  props: DocumentProps
}

export async function loadDocument(db: Db, scope: SpecScope, holder: DocumentHolder): Promise<Document> {
  const found = await findComputed(db, scope, holder)
  if (!found) return loadStoredDocument(db, holder.document)
  return computeDocument(found.outline, found.spec, found.props) ?? EMPTY_DOCUMENT
}

/** Loads the document in the form that search indexes: computed blocks have their text. */
export async function loadSearchDocument(db: Db, scope: SpecScope, holder: DocumentHolder): Promise<Document> {
  const found = await findComputed(db, scope, holder)
  return found ? computeSearchDocument(found.outline, found.spec, found.props) : loadStoredDocument(db, holder.document)
}

async function findComputed(
  db: Db,
  { organization }: SpecScope,
  { computed }: DocumentHolder,
): Promise<ComputedSource | undefined> {
  const [spec, version, props] = [specOf(computed), versionOf(computed), documentPropsOf(computed)]
  if (organization === undefined || spec === undefined || version === undefined || !props) return undefined
  const outline = await findOutline(db, organization, version)
  return outline && { outline, spec, props }
}
