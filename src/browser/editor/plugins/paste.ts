// Pasting and dropping: markdown as blocks, lines into code, an address onto selected words as a link, or on an
// empty line as what it is, and files, which are uploaded.
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type EditorState, Plugin, Selection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { setLink } from '../commands/links.ts'
import { readBlock } from '../document/reading.ts'
import { schema } from '../schema.ts'
import { readTabs } from '../table/reading-html.ts'
import { sliceFrom } from './copying.ts'
import { tidyHtml } from './pasted-html.ts'
import { isOnEmptyLine, type Unfurl, unfurlLine } from './unfurling.ts'

export type Upload = (view: EditorView, files: readonly File[], at: number) => void

const URL_ALONE = /^https?:\/\/\S+$/i
/** Text without any of these is only text. */
const MARKDOWN = /\n|[*_`#[\]>|~$]|^\s*([-+]|\d+[.)])\s/

const isInCode = ({ state }: EditorView): boolean => state.selection.$from.parent.type.spec.code === true

const filesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])]

/** Lines of code: the first continues the line of the cursor, and what is after the cursor continues the last. */
function codeSlice(text: string): Slice {
  const lines = text.split(/\r\n|\r|\n/)
  const nodes = lines.map((line) => schema.nodes.code_line!.create({ data: {} }, line === '' ? [] : schema.text(line)))
  return new Slice(Fragment.from(nodes), 1, 1)
}

/** One paragraph goes into the text around it; several blocks take the place of an empty paragraph, or go below. */
function insertBlocks({ tr, selection: { $from } }: EditorState, blocks: readonly Node[]): Transaction {
  const isText = blocks.length === 1 && blocks[0]!.type === schema.nodes.paragraph
  if (isText || !$from.parent.isTextblock) return tr.replaceSelection(new Slice(Fragment.from(blocks), 1, 1))
  tr.deleteSelection()
  const $at = tr.selection.$from
  const isVacant = $at.parent.type === schema.nodes.paragraph && $at.parent.content.size === 0
  const start = isVacant ? $at.before() : $at.after()
  tr.replaceWith(start, $at.after(), Fragment.from(blocks))
  const end = start + blocks.reduce((size, block) => size + block.nodeSize, 0)
  return tr.setSelection(Selection.near(tr.doc.resolve(end), -1))
}

async function pasteMarkdown(view: EditorView, text: string): Promise<void> {
  const { parseMarkdown } = await import('../../../markdown/parse.ts')
  const { nodes } = parseMarkdown(text).document
  if (view.isDestroyed) return
  view.dispatch(insertBlocks(view.state, nodes.map(readBlock)).scrollIntoView().setMeta('paste', true))
}

function pasteUrl(view: EditorView, url: string, unfurl: Unfurl): void {
  const isAlone = isOnEmptyLine(view.state)
  setLink({ kind: 'url', url }, url)(view.state, view.dispatch)
  if (isAlone) void unfurlLine(view, url, unfurl)
}

function pasteText(view: EditorView, text: string, unfurl: Unfurl): boolean {
  const { state } = view
  const { selection } = state
  if (text === '') return false
  const url = URL_ALONE.test(text.trim()) && selection.$from.sameParent(selection.$to) ? text.trim() : undefined
  const table = isInCode(view) ? undefined : readTabs(text, schema)
  if (isInCode(view)) view.dispatch(state.tr.replaceSelection(codeSlice(text)).scrollIntoView())
  else if (url) pasteUrl(view, url, unfurl)
  else if (table) view.dispatch(insertBlocks(state, [table]).scrollIntoView().setMeta('paste', true))
  else if (MARKDOWN.test(text)) void pasteMarkdown(view, text)
  else return false
  return true
}

/** What code editors copy has styles of its own, which say nothing. */
const isPlain = (html: string): boolean =>
  html === '' || /vscode-editor-data|data-vscode|class="?hljs|ace_line/i.test(html)

export const paste = (upload: Upload, unfurl: Unfurl): Plugin =>
  new Plugin({
    props: {
      transformPastedHTML: tidyHtml,
      handlePaste(view, event) {
        const data = event.clipboardData
        const files = filesIn(data)
        const html = data?.getData('text/html') ?? ''
        if (files.length > 0 && html === '') {
          upload(view, files, view.state.selection.from)
          return true
        }
        const copied = isInCode(view) ? undefined : sliceFrom(data)
        if (copied) {
          view.dispatch(view.state.tr.replaceSelection(copied).scrollIntoView().setMeta('paste', true))
          return true
        }
        return (isPlain(html) || isInCode(view)) && pasteText(view, data?.getData('text/plain') ?? '', unfurl)
      },
      handleDrop(view, event) {
        const files = filesIn(event.dataTransfer)
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        if (files.length === 0 || at === undefined) return false
        event.preventDefault()
        upload(view, files, at)
        return true
      },
    },
  })
