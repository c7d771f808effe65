// Puts a drawing into the text: in place of what it was, wherever that has moved to meanwhile, or where the cursor is.
import type { Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { createVoid } from '../blocks/making.ts'
import { setData } from '../commands/block-commands.ts'
import { insertBelow } from '../plugins/uploads.ts'
import { schema } from '../schema.ts'

export function putDrawing(view: EditorView, node: Node | null, { alt, ...rest }: Record<string, unknown>): void {
  const at = node && placeOf(view.state.doc, node)
  const made = () => createVoid(schema, 'drawing', { ...rest, ...(alt !== '' && { alt }) })
  if (at === null) insertBelow(view, view.state.selection.from, [made()])
  else setData(at, { ...rest, alt })(view.state, view.dispatch)
  view.focus()
}

function placeOf(doc: Node, { attrs, type }: Node): number | null {
  let found: number | null = null
  doc.descendants((node, at) => {
    if (found === null && node.type === type && node.attrs.key === attrs.key) found = at
    return found === null && !node.isTextblock
  })
  return found
}
