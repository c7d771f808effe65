// Makes an editor of a document in an element of the page.
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { inputRules } from 'prosemirror-inputrules'
import { EditorState, type Plugin } from 'prosemirror-state'
import { EditorView, type NodeViewConstructor } from 'prosemirror-view'
import type { Document } from '../../engine/document.ts'
import { editorWords } from '../words-editor.ts'
import { keymaps } from './commands/keymap.ts'
import { nameOf } from './contract.ts'
import { readDocument } from './document/reading.ts'
import { formats } from './formats.ts'
import { markRules } from './inlines/marks.ts'
import { below } from './plugins/below.ts'
import { type CommentAbout, comments } from './plugins/comments.ts'
import { conflicts } from './plugins/conflicts.ts'
import { copying } from './plugins/copying.ts'
import { find } from './plugins/find.ts'
import { groups } from './plugins/groups.ts'
import { uniqueKeys } from './plugins/keys.ts'
import { type Other, others, selectionOf } from './plugins/others.ts'
import { paste, type Upload } from './plugins/paste.ts'
import { placeholder } from './plugins/placeholder.ts'
import { movePlaces } from './plugins/places.ts'
import { seenCursor } from './plugins/seen-cursor.ts'
import { selected } from './plugins/selected.ts'
import { type Trigger, typedMenu } from './plugins/typed-menu.ts'
import type { Unfurl } from './plugins/unfurling.ts'
import { uploads } from './plugins/uploads.ts'
import { blockNodes, inlineNodes, schema } from './schema.ts'
import { fitTables } from './table/fit.ts'
import { showing } from './table/showing.ts'
import { drawnView, type Setting } from './views/drawn.ts'
import { imageView } from './views/image.ts'
import { interfaceView, type OpenInterface } from './views/interface.ts'
import { tableView } from './views/table.ts'
import { valueView } from './views/table-value.ts'
import { itemView } from './views/task.ts'

export interface EditorOptions extends Setting {
  document: Document
  /** Menus that open while typing. */
  triggers: readonly Trigger[]
  upload: Upload
  unfurl: Unfurl
  isEditable(): boolean
  /** Shows the interfaces of integrations; absent: their blocks are drawn without. */
  openInterface?: OpenInterface
  /** The person changed the document. */
  onEdit(): void
  /** The cursor moved, or the text around it. */
  onSelect(selection: Other['selection'] | undefined): void
  /** A comment in the text was clicked. */
  onCommentChosen?(id: string): void
  /** Words or a block are to be commented on. Absent where the person may not. */
  onComment?: ((about: CommentAbout) => void) | undefined
}

/** Nodes without a form of their own are drawn as readers see them. */
const drawnTypes = Object.entries({ ...blockNodes, ...inlineNodes }).flatMap(([type, spec]) =>
  spec.toDOM ? [] : [nameOf(type)],
)

export function createEditor(place: HTMLElement, options: EditorOptions): EditorView {
  const drawn = drawnView(options)
  const nodeViews: Record<string, NodeViewConstructor> = {
    ...Object.fromEntries(drawnTypes.map((name) => [name, drawn])),
    list_item: itemView(editorWords.taskDone),
    image: imageView(options),
    table: tableView,
    ...(options.openInterface && { integration: interfaceView(options, options.openInterface) }),
    table_value: valueView(options),
  }
  const view: EditorView = new EditorView(
    { mount: place },
    {
      state: EditorState.create({ doc: readDocument(options.document), plugins: plugins(options) }),
      nodeViews,
      editable: options.isEditable,
      attributes: { class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': editorWords.label },
      dispatchTransaction(transaction) {
        const { state, transactions } = view.state.applyTransaction(transaction)
        movePlaces(transactions)
        view.updateState(state)
        if (transaction.docChanged && !transaction.getMeta('remote')) options.onEdit()
        if (transaction.docChanged || transaction.selectionSet) options.onSelect(selectionOf(view.state))
      },
    },
  )
  return view
}

const plugins = ({ triggers, upload, unfurl, onCommentChosen }: EditorOptions): Plugin[] => [
  seenCursor(),
  typedMenu(triggers),
  copying(),
  paste(upload, unfurl),
  uploads(),
  inputRules({ rules: [...formats.flatMap(({ rules }) => rules?.(schema) ?? []), ...markRules(schema)] }),
  ...keymaps(),
  history(),
  conflicts(),
  others(),
  comments((id) => onCommentChosen?.(id)),
  fitTables(),
  uniqueKeys(),
  showing(),
  find(),
  placeholder({ text: editorWords.placeholder, ...editorWords.hints }),
  dropCursor({ class: 'drop-cursor' }),
  gapCursor(),
  below(),
  groups(),
  selected(),
]
