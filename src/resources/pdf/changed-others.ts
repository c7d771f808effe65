// What a change request changes besides pages: reusable contents, and files.
import type { Db } from '../../db/tables.ts'
import { readContent, readInSteps, type View } from '../../domain/revisions/index.ts'
import { type Changed, diffTrees } from '../../engine/diff.ts'
import type { Block, Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import type { Collection, File, Records } from '../../engine/tree/records.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import { type ComparedViews, changed, compareText } from './changed-pages.ts'

export interface ChangedPart {
  id: string
  title: string
  document: Document
}

/** Each reusable content for itself, and all files together. */
export async function listOthers(
  db: Db,
  views: ComparedViews,
  roots: { before: Hash; after: Hash },
): Promise<ChangedPart[]> {
  const diff = await readInSteps(db, diffTrees(roots.before, roots.after))
  const parts: ChangedPart[] = []
  for (const each of diff.reusableContent) {
    const { before, after } = await seen(db, views, 'reusableContent', each)
    const title = (after ?? before)?.title
    if (title === undefined) continue
    const nodes = await compareText(db, views, before, after)
    parts.push({ id: each.id, title: `Reusable content: ${title}`, document: { ...EMPTY_DOCUMENT, nodes } })
  }
  const files: Block[] = []
  for (const each of diff.file) files.push(...showFile(await seen(db, views, 'file', each)))
  if (files.length > 0) parts.push({ id: 'files', title: 'Files', document: { ...EMPTY_DOCUMENT, nodes: files } })
  return parts
}

/** Both versions, as far as readers see them. */
async function seen<C extends Collection>(
  db: Db,
  views: ComparedViews,
  collection: C,
  { id }: Changed<unknown>,
): Promise<{ before?: Records[C] | undefined; after?: Records[C] | undefined }> {
  const find = ({ tree }: View) => readContent(db, findRecord(tree, collection, id))
  return { before: await find(views.before), after: await find(views.after) }
}

function showFile({ before, after }: { before?: File | undefined; after?: File | undefined }): Block[] {
  const file = after ?? before
  if (!file) return []
  if (!before || !after) return [changed(after ? 'added' : 'removed', [], [blockOf(file)])]
  const notes = [
    { name: 'name', before: before.name, after: after.name },
    { name: 'size', before: sizeOf(before), after: sizeOf(after) },
  ].filter((note) => note.before !== note.after)
  return [changed('edited', notes, [blockOf(after)])]
}

const sizeOf = ({ size }: File): string => `${size.toLocaleString('en')} bytes`

function blockOf({ id, contentType }: File): Block {
  const data = { ref: { kind: 'file', file: id } }
  if (!contentType.startsWith('image/')) return { object: 'block', type: 'file', isVoid: true, data }
  const image: Block = { object: 'block', type: 'image', isVoid: true, data }
  return { object: 'block', type: 'images', isVoid: false, data: {}, nodes: [image] }
}
