// Choices of the `/` menu that ask for something: a file, a page, what an inline is.
import type { EditorView } from 'prosemirror-view'
import { editorWords } from '../../words-editor.ts'
import { insertInline, selectInline } from '../inlines/inserting.ts'
import type { Choice, Trigger } from '../plugins/typed-menu.ts'
import type { FileBlock } from '../plugins/uploads.ts'
import { type Asked, ask } from '../views/asked.ts'
import { matches } from './insertions.ts'

export interface Asking {
  pickFiles(view: EditorView, accept: string, as?: FileBlock): void
  pickPage(view: EditorView): void
}

const { images, file, pageLink, emoji, icon, button, inlineMath, expression } = editorWords.blocks
const { drawing, drawingFile, operation, operations, schemas, reusable, integration } = editorWords.picked

/** They are found with the blocks. */
export function asking({ pickFiles, pickPage }: Asking): Trigger['find'] {
  const choices: readonly (Choice & { also: string })[] = [
    { ...images, icon: 'image', choose: taking((view) => pickFiles(view, 'image/*')) },
    { ...file, icon: 'page', choose: taking((view) => pickFiles(view, '')) },
    { ...pageLink, icon: 'link', choose: taking(pickPage) },
    { ...drawing, icon: 'edit', choose: taking(() => ask({ kind: 'drawing' })) },
    { ...drawingFile, icon: 'edit', choose: taking((view) => pickFiles(view, 'image/svg+xml,image/*', 'drawing')) },
    { ...operation, icon: 'code', choose: picking('operation') },
    { ...operations, icon: 'code', choose: taking(() => ask({ kind: 'api' })) },
    { ...schemas, icon: 'code', choose: picking('schemas') },
    { ...reusable, icon: 'copy', choose: picking('reusable') },
    { ...integration, icon: 'spark', choose: picking('integration') },
    { ...emoji, icon: 'smile', choose: typing(':') },
    { ...icon, icon: 'spark', choose: inline('icon', { icon: 'star' }) },
    { ...button, icon: 'external', choose: inline('button', { label: button.label, kind: 'primary' }) },
    { ...inlineMath, icon: 'math', choose: inline('inline-math', { formula: 'x^2' }) },
    { ...expression, icon: 'code', choose: typing('{{') },
  ]
  return (typed) => choices.filter((choice) => matches(choice, typed))
}

/** Takes away what was typed first. */
const taking =
  (ask: (view: EditorView) => void): Choice['choose'] =>
  (view, from) => {
    view.dispatch(view.state.tr.delete(from, view.state.selection.from))
    ask(view)
  }

/** Takes away what was typed, and shows what there is. */
const picking = (what: (Asked & { kind: 'pick' })['what']): Choice['choose'] =>
  taking(() => ask({ kind: 'pick', what }))

/** Goes on with another menu. */
const typing =
  (signs: string): Choice['choose'] =>
  (view, from) => {
    view.dispatch(view.state.tr.insertText(signs, from, view.state.selection.from))
    view.focus()
  }

/** Puts an inline there, and asks for what it is. */
const inline =
  (type: string, data: Record<string, unknown>): Choice['choose'] =>
  (view, from) => {
    const at = insertInline(view, type, data, from)
    selectInline(view, at)
    ask({ kind: 'node', at, isNew: true })
  }
