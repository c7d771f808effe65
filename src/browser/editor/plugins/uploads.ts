// Files on their way: a line in the text says how far each one is, and makes place for its block.
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, Selection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { editorWords } from '../../words-editor.ts'
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

/** What becomes of a file: a picture or a file to download, a drawing, or another picture of the block around it. */
export type FileBlock = 'any' | 'drawing' | 'picture'

interface Stored {
  id: string
  isPicture: boolean
}

const isPicture = ({ type }: File): boolean => type.startsWith('image/')

/** Nobody has said yet what the picture shows. */
const pictureOf = ({ id }: Stored): Node => createVoid(schema, 'image', { ref: { kind: 'file', file: id } })

/** The blocks of files that were uploaded together: pictures stand side by side. */
function blocksOf(stored: readonly Stored[], as: FileBlock): Node[] {
  const refs = stored.map(({ id }) => ({ kind: 'file', file: id }))
  if (as === 'drawing') return refs.map((ref) => createVoid(schema, 'drawing', { ref }))
  if (as === 'picture') return stored.map(pictureOf)
  if (!stored.every((file) => file.isPicture)) return refs.map((ref) => createVoid(schema, 'file', { ref }))
  return [schema.nodes.images!.create({ data: {}, isVoid: false }, stored.map(pictureOf))]
}

/** The place below the block at `at`. */
function belowOf(doc: Node, at: number): number {
  const $at = doc.resolve(at)
  return $at.depth === 0 ? at : $at.after(1)
}

/** Puts blocks below the block at `at`, or in its place if it is empty. */
export function insertBelow(view: EditorView, at: number, blocks: readonly Node[]): void {
  const transaction = view.state.tr
  insertAt(transaction, belowOf(transaction.doc, at), blocks)
  view.dispatch(transaction.scrollIntoView())
}

/** Uploads files, and puts their blocks below the block at `at`. */
export function uploadInto(
  view: EditorView,
  files: readonly File[],
  at: number,
  store: Store,
  as: FileBlock = 'any',
): void {
  const place = as === 'picture' ? at : belowOf(view.state.doc, at)
  const areTogether = files.every(isPicture) && as !== 'drawing'
  for (const group of areTogether ? [files] : files.map((file) => [file]))
    void uploadGroup(view, group, place, store, as)
}

async function uploadGroup(
  view: EditorView,
  files: readonly File[],
  at: number,
  store: Store,
  as: FileBlock,
): Promise<void> {
  const id = {}
  const element = document.createElement('div')
  element.setAttribute('role', 'status')
  view.dispatch(view.state.tr.setMeta(key, { add: { id, at, element } } satisfies Change))
  const outcomes = await Promise.all(files.map((file) => uploadOne(file, store, element)))
  if (view.isDestroyed) return
  const stored = outcomes.filter((outcome) => outcome !== undefined)
  const place = placeOf(view.state, id)
  const transaction = view.state.tr
  if (place !== undefined && stored.length > 0) insertAt(transaction, place, blocksOf(stored, as))
  const remove = { remove: id } satisfies Change
  if (stored.length === files.length) transaction.setMeta(key, remove)
  else setTimeout(() => !view.isDestroyed && view.dispatch(view.state.tr.setMeta(key, remove)), FAILURE_SHOWN)
  view.dispatch(transaction)
}

/** Its line goes once it has arrived, and says why if it cannot. */
async function uploadOne(file: File, store: Store, element: HTMLElement): Promise<Stored | undefined> {
  const line = Object.assign(document.createElement('p'), { className: 'uploading soft' })
  element.append(line)
  const say = (share: number) => {
    line.textContent = editorWords.uploading(file.name, Math.round(share * 100))
  }
  say(0)
  try {
    const { id } = await store(file, say)
    line.remove()
    return { id, isPicture: isPicture(file) }
  } catch (error) {
    line.textContent = editorWords.uploadFailed(file.name, (error as Error).message)
    return undefined
  }
}

const FAILURE_SHOWN = 10_000

/** In place of an empty paragraph before it, if there is one. */
function insertAt(transaction: EditorState['tr'], at: number, blocks: readonly Node[]): void {
  const before = transaction.doc.resolve(at).nodeBefore
  const isVacant = before !== null && before.type === schema.nodes.paragraph && before.content.size === 0
  const start = isVacant ? at - before.nodeSize : at
  const isHere = transaction.selection.from >= start && transaction.selection.to <= at
  transaction.replaceWith(start, at, blocks)
  // Whoever waits for the picture goes on below it.
  const end = start + blocks.reduce((size, { nodeSize }) => size + nodeSize, 0)
  if (end === transaction.doc.content.size) transaction.insert(end, schema.nodes.paragraph!.create({ data: {} }))
  if (isHere) transaction.setSelection(Selection.near(transaction.doc.resolve(end)))
}
