// Documents and their markdown. A document is named by its hash, so its markdown is written once and kept.
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { withAnchors } from '../../engine/outline.ts'
import { loadObject } from '../../engine/reading.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import { serializeMarkdown } from '../../markdown/index.ts'
import { readContent } from './revisions.ts'

const TEXTS_KEPT = 1000
const texts = new Map<Hash, string>()

/** The document of that hash; a page without one has an empty one. */
export async function loadDocument(db: Db, hash: Hash | undefined): Promise<Document> {
  return withAnchors(hash ? await readContent(db, loadObject<never>(hash)) : EMPTY_DOCUMENT)
}

export async function loadMarkdown(db: Db, hash: Hash | undefined): Promise<string> {
  if (hash === undefined) return ''
  const known = texts.get(hash)
  if (known !== undefined) return known
  const text = serializeMarkdown(await readContent(db, loadObject<never>(hash)))
  if (texts.size >= TEXTS_KEPT) texts.delete(texts.keys().next().value as string)
  texts.set(hash, text)
  return text
}
