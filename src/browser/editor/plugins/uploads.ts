// Files on their way: a line in the text says how far each one is, and makes place for its block.
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, Selection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { words } from '../../words.ts'
import { createVoid } from '../blocks/making.ts'
import { schema } from '../schema.ts'

/** Stores a file in the space; `progress` is told the share that has arrived. Fails with a reason. */
export type Store = (file: File, progress: (share: number) => void) => Promise<{ id: string }>

type Change = { add: { id: object; at: number; element: HTMLElement } } | { remove: object }

const key = new PluginKey<DecorationSet>('uploads')

export const uploads = (): Plugin<DecorationSet> =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, set) {
        const moved = set.map(transaction.mapping, transaction.doc)
        const change = transaction.getMeta(key) as Change | undefined
        if (!change) return moved
        if ('remove' in change) return moved.remove(moved.find(undefined, undefined, ({ id }) => id === change.remove))
        const { id, at, element } = change.add
        return moved.add(transaction.doc, [Decoration.widget(at, element, { id })])
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })

const placeOf = (state: EditorState, id: object): number | undefined =>
  key.getState(state)!.find(undefined, undefined, (spec) => spec.id === id)[0]?.from

/** What the block of a file is: a picture, a file to download, or a drawing if the person asked for one. */
export type FileBlock = 'any' | 'drawing'

export const blockOf = (file: { id: string }, type: string, as: FileBlock = 'any'): Node => {
  const ref = { kind: 'file', file: file.id }
  if (as === 'drawing') return createVoid(schema, 'drawing', { ref })
  if (!type.startsWith('image/')) return createVoid(schema, 'file', { ref })
  const image = createVoid(schema, 'image', { ref, alt: '' })
  return schema.nodes.images!.create({ data: {}, isVoid: false }, image)
}

/** Uploads files, and puts a block for each below the block at `at`. */
export function uploadInto(view: EditorView, files: readonly File[], at: number, store: Store, as?: FileBlock): void {
  const $at = view.state.doc.resolve(at)
  const place = $at.depth === 0 ? at : $at.after(1)
  for (const file of files) void uploadOne(view, file, place, store, as)
}

async function uploadOne(view: EditorView, file: File, at: number, store: Store, as?: FileBlock): Promise<void> {
  const id = {}
  const element = Object.assign(document.createElement('p'), { className: 'uploading soft' })
  element.setAttribute('role', 'status')
  const say = (share: number) => {
    element.textContent = words.editor.uploading(file.name, Math.round(share * 100))
  }
  say(0)
  view.dispatch(view.state.tr.setMeta(key, { add: { id, at, element } } satisfies Change))
  const remove = { remove: id } satisfies Change
  try {
    const block = blockOf(await store(file, say), file.type, as)
    if (view.isDestroyed) return
    const place = placeOf(view.state, id)
    const transaction = view.state.tr.setMeta(key, remove)
    if (place !== undefined) insertAt(transaction, place, block)
    view.dispatch(transaction)
  } catch (error) {
    if (view.isDestroyed) return
    element.textContent = words.editor.uploadFailed(file.name, (error as Error).message)
    setTimeout(() => !view.isDestroyed && view.dispatch(view.state.tr.setMeta(key, remove)), FAILURE_SHOWN)
  }
}

const FAILURE_SHOWN = 10_000

/** In place of an empty paragraph before it, if there is one. */
function insertAt(transaction: EditorState['tr'], at: number, block: Node): void {
  const before = transaction.doc.resolve(at).nodeBefore
  const isVacant = before !== null && before.type === schema.nodes.paragraph && before.content.size === 0
  const start = isVacant ? at - before.nodeSize : at
  const isHere = transaction.selection.from >= start && transaction.selection.to <= at
  transaction.replaceWith(start, at, block)
  // Whoever waits for the picture goes on below it.
  const end = start + block.nodeSize
  if (end === transaction.doc.content.size) transaction.insert(end, schema.nodes.paragraph!.create({ data: {} }))
  if (isHere) transaction.setSelection(Selection.near(transaction.doc.resolve(end)))
}
