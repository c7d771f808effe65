// Takes over what others wrote. What was typed since is merged with it.
import type { EditorView } from 'prosemirror-view'
import type { Document } from '../../engine/document.ts'
import { mergeDocuments } from '../../engine/merge/merge-documents.ts'
import { writeDocument } from './document/writing.ts'
import { showConflicts } from './plugins/conflicts.ts'
import { replaceDocument } from './replace.ts'

/**
 * Where both changed the same words since, both texts are shown. The promise resolves when the person has chosen
 * everywhere; without one, there is nothing to choose.
 */
export function mergeInto(view: EditorView, base: Document, theirs: Document): Promise<void> | undefined {
  // The page was left: the server has it all.
  if (view.isDestroyed) return undefined
  const ours = writeDocument(view.state.doc)
  const { document, conflicts } = mergeDocuments({ base, ours, theirs })
  replaceDocument(view, document)
  return conflicts.length > 0 ? showConflicts(view, conflicts) : undefined
}
