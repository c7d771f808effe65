// Finds words in the text, shows where they are, and replaces them.
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

export interface Found {
  from: number
  to: number
}

interface Finding {
  query: string
  found: readonly Found[]
  /** The one that is shown. */
  at: number
}

const NOTHING: Finding = { query: '', found: [], at: 0 }
const MAX_FOUND = 5000
const key = new PluginKey<Finding>('find')

/** Where the words are, in any case of letters. Inlines without text count as one letter that nobody types. */
export function findIn(doc: Node, query: string): Found[] {
  const wanted = query.toLowerCase()
  const found: Found[] = []
  if (wanted === '') return found
  doc.descendants((node, at) => {
    if (!node.isTextblock) return found.length < MAX_FOUND
    const text = node.textBetween(0, node.content.size, '', '\uFFFC')
    // Some letters change their length with their case: then positions would not fit.
    const plain = text.toLowerCase().length === text.length ? text.toLowerCase() : text
    for (let from = plain.indexOf(wanted); from >= 0; from = plain.indexOf(wanted, from + wanted.length))
      found.push({ from: at + 1 + from, to: at + 1 + from + wanted.length })
    return false
  })
  return found.slice(0, MAX_FOUND)
}

export const finding = (state: EditorState): Finding => key.getState(state) ?? NOTHING

export const find = (): Plugin<Finding> =>
  new Plugin<Finding>({
    key,
    state: {
      init: () => NOTHING,
      apply(transaction, before, _old, { doc }) {
        const asked = transaction.getMeta(key) as Partial<Finding> | undefined
        if (!asked && (!transaction.docChanged || before.query === '')) return before
        const { query, at } = { ...before, ...asked }
        const found = asked?.query === undefined && !transaction.docChanged ? before.found : findIn(doc, query)
        return { query, found, at: found.length === 0 ? 0 : Math.min(at, found.length - 1) }
      },
    },
    props: {
      decorations(state) {
        const { found, at } = finding(state)
        if (found.length === 0) return null
        return DecorationSet.create(
          state.doc,
          found.map(({ from, to }, each) =>
            Decoration.inline(from, to, { class: each === at ? 'found here' : 'found' }),
          ),
        )
      },
    },
  })

/** Shows one of those found, without taking the focus. */
function show(view: EditorView, at: number): void {
  const { found } = finding(view.state)
  const count = found.length
  if (count === 0) return
  const next = ((at % count) + count) % count
  const { from, to } = found[next]!
  const { tr, doc } = view.state
  view.dispatch(tr.setMeta(key, { at: next }).setSelection(TextSelection.create(doc, from, to)))
  reveal(view)
}

/** ProseMirror scrolls only while the focus is in the text. */
function reveal(view: EditorView): void {
  const here = view.dom.querySelector('.found.here')
  const { top, bottom } = here?.getBoundingClientRect() ?? { top: EDGE, bottom: 0 }
  if (top < EDGE || bottom > innerHeight - EDGE) here?.scrollIntoView({ block: 'center' })
}

/** Bars lie over the edges of the text. */
const EDGE = 100

export function search(view: EditorView, query: string): void {
  const { from } = view.state.selection
  view.dispatch(view.state.tr.setMeta(key, { query, at: 0 }))
  const first = finding(view.state).found.findIndex((each) => each.from >= from)
  show(view, Math.max(0, first))
}

export const showNext = (view: EditorView, by: 1 | -1): void => show(view, finding(view.state).at + by)

export function replaceHere(view: EditorView, text: string): void {
  const { found, at } = finding(view.state)
  const here = found[at]
  if (!here) return
  view.dispatch(view.state.tr.insertText(text, here.from, here.to))
  show(view, at)
}

/** One step to undo. */
export function replaceAll(view: EditorView, text: string): number {
  const { found } = finding(view.state)
  const { tr } = view.state
  for (const { from, to } of found.toReversed()) tr.insertText(text, from, to)
  if (found.length > 0) view.dispatch(tr)
  return found.length
}

export const stopFinding = (view: EditorView): void => view.dispatch(view.state.tr.setMeta(key, NOTHING))
