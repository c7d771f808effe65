// A picture as readers see it. One that says nothing to those who cannot see it asks for words.
import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'
import { editorWords } from '../../words-editor.ts'
import { ask } from './asked.ts'
import { drawnView, type Setting } from './drawn.ts'
import { element } from './elements.ts'

/** An empty text is that of a decoration. */
const isWordless = ({ attrs }: Node): boolean => attrs.data?.alt === undefined

export const imageView = (setting: Setting): NodeViewConstructor => {
  const drawn = drawnView(setting)
  return (node, view, getPos, ...rest) => {
    const inner = drawn(node, view, getPos, ...rest)
    const button = element('button', { type: 'button', class: 'btn s ask-alt' })
    button.contentEditable = 'false'
    button.textContent = editorWords.pictures.addAlt
    button.addEventListener('click', () => {
      const at = getPos()
      if (at !== undefined) ask({ kind: 'node', at })
    })
    button.hidden = !isWordless(node)
    ;(inner.dom as HTMLElement).append(button)
    return {
      ...inner,
      update(next, ...more) {
        button.hidden = !isWordless(next)
        return inner.update!(next, ...more)
      },
      ignoreMutation: (mutation) => button.contains(mutation.target) || inner.ignoreMutation!(mutation),
      stopEvent: (event) => button.contains(event.target as globalThis.Node),
    }
  }
}
