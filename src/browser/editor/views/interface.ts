// Blocks of integrations in the editor: their own interface, and what it changes is kept in the block.
import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'
import type { Host, Json } from '../../contentkit/contract.ts'
import { InterfaceView } from '../../contentkit/view.ts'
import { drawBlock, type Setting } from './drawn.ts'

/** Opens the place where an integration shows a block; what it changes goes to `keepProps`. */
export type OpenInterface = (integration: string, keepProps: (props: Json) => void) => Host

const INTERACTIVE = 'button, a, input, select, textarea, label, iframe, dialog'

const blockOf = ({ attrs }: Node) => {
  const { integration, block, props, action } = (attrs.data ?? {}) as Record<string, unknown>
  return {
    integration: String(integration ?? ''),
    component: String(block ?? ''),
    props: (props ?? {}) as Json,
    action,
  }
}

export const interfaceView =
  (setting: Setting, openInterface: OpenInterface): NodeViewConstructor =>
  (first, editor, getPos) => {
    let node = first
    const dom = document.createElement('div')
    const around = document.createElement('div')
    const root = document.createElement('div')
    dom.className = 'drawn'
    dom.dataset.type = 'integration'
    dom.contentEditable = 'false'
    around.className = 'interface'
    root.className = 'ck'
    // Until the integration has answered, and if it never does. The renderer escapes every value.
    root.innerHTML = drawBlock(node, setting)
    around.append(root)
    dom.append(around)
    const { integration, component, props } = blockOf(node)
    const host = openInterface(integration, (changed) => {
      const at = getPos()
      if (at === undefined || !editor.editable) return
      const data = { ...node.attrs.data, props: changed }
      editor.dispatch(editor.state.tr.setNodeMarkup(at, undefined, { ...node.attrs, data }))
    })
    const view = new InterfaceView(root, { ...host, isQuiet: true }, { component, props })
    void view.update(blockOf(node).action as Json | undefined)
    return {
      dom,
      update(next) {
        const before = blockOf(node)
        const after = blockOf(next)
        const isSame = after.integration === before.integration && after.component === before.component
        if (next.type !== node.type || !isSame) return false
        node = next
        view.setProps(after.props)
        return true
      },
      ignoreMutation: (mutation) => mutation.type !== 'selection',
      stopEvent: ({ target }) => target instanceof Element && target.closest(INTERACTIVE) !== null,
      destroy: () => view.stop(),
    }
  }
