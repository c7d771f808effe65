// Blocks become reusable content, and reusable content becomes blocks again.
import { Fragment, type Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import type { MenuItem } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import { createVoid } from '../blocks/making.ts'
import { withoutKeys } from '../commands/block-commands.ts'
import { readBlock } from '../document/reading.ts'
import { writeBlock } from '../document/writing.ts'
import type { Library } from '../library.ts'
import { schema } from '../schema.ts'

const MAX_TITLE = 60

/** The selected blocks around the one at `at`, or that one alone. */
function rangeAt({ state }: EditorView, at: number): { from: number; to: number } {
  const { $from, $to } = state.selection
  const $at = state.doc.resolve(at)
  const range = state.selection.empty ? null : $from.blockRange($to, (node) => node === $at.parent)
  const isAround = range !== null && range.start <= at && range.end > at
  return isAround ? { from: range.start, to: range.end } : { from: at, to: at + $at.nodeAfter!.nodeSize }
}

const blocksIn = (doc: Node, from: number, to: number): Node[] => {
  const $from = doc.resolve(from)
  return $from.parent.children.slice($from.index(), doc.resolve(to).index())
}

async function makeReusable(view: EditorView, at: number, library: Library): Promise<void> {
  const { from, to } = rangeAt(view, at)
  const blocks = blocksIn(view.state.doc, from, to)
  const title = blocks.map(({ textContent }) => textContent).find((text) => text.trim() !== '') ?? words.untitled
  const id = await library.createReusable(title.slice(0, MAX_TITLE), blocks.map(withoutKeys).map(writeBlock))
  if (view.isDestroyed) return
  // What was typed in them meanwhile would be lost.
  const isSame = blocksIn(view.state.doc, from, to).every((block, index) => block === blocks[index])
  if (!isSame) return
  const made = createVoid(schema, 'reusable-content', { ref: { kind: 'reusable-content', reusableContent: id } })
  view.dispatch(view.state.tr.replaceWith(from, to, made))
  view.focus()
}

async function detach(view: EditorView, at: number, id: string, library: Library): Promise<void> {
  const nodes = (await library.readReusable(id)).map(readBlock).map(withoutKeys)
  const node = view.isDestroyed ? null : view.state.doc.nodeAt(at)
  if (node?.attrs.data?.ref?.reusableContent !== id || nodes.length === 0) return
  view.dispatch(view.state.tr.replaceWith(at, at + node.nodeSize, Fragment.from(nodes)))
  view.focus()
}

export function reusableItems(view: EditorView, at: number, library: Library): MenuItem[] {
  const $at = view.state.doc.resolve(at)
  const node = $at.nodeAfter
  if (!node) return []
  const attempt = (doing: Promise<void>) => void doing.catch((error: Error) => say(words.failed(error.message)))
  if (node.type === schema.nodes.reusable_content) {
    const id = node.attrs.data?.ref?.reusableContent
    const isElsewhere = node.attrs.data?.ref?.space !== undefined
    if (typeof id !== 'string' || isElsewhere) return []
    return [
      { label: editorWords.editReusable, icon: 'edit', href: library.addressOfReusable(id) },
      { label: editorWords.detach, icon: 'copy', run: () => attempt(detach(view, at, id, library)) },
    ]
  }
  const canReplace = $at.parent.canReplaceWith($at.index(), $at.index() + 1, schema.nodes.reusable_content!)
  if (!canReplace) return []
  return [{ label: editorWords.makeReusable, icon: 'copy', run: () => attempt(makeReusable(view, at, library)) }]
}
