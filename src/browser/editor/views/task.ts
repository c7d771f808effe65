// Items of lists. Each has a box to tick, which is seen in task lists only.
import type { NodeViewConstructor } from 'prosemirror-view'
import { dataOf } from '../blocks/making.ts'
import { setData } from '../commands/block-commands.ts'

export const itemView =
  (label: string): NodeViewConstructor =>
  (first, view, getPos) => {
    const dom = document.createElement('li')
    const box = document.createElement('input')
    const body = document.createElement('div')
    box.type = 'checkbox'
    box.className = 'box'
    box.ariaLabel = label
    box.contentEditable = 'false'
    dom.append(box, body)
    const show = (isDone: boolean) => {
      box.checked = isDone
      dom.className = isDone ? 'done' : 'open'
    }
    // The cursor stays in the text.
    box.addEventListener('mousedown', (event) => event.preventDefault())
    box.addEventListener('change', () => {
      const at = getPos()
      if (at !== undefined) setData(at, { checked: box.checked })(view.state, view.dispatch)
    })
    show(dataOf(first).checked === true)
    return {
      dom,
      contentDOM: body,
      update(next) {
        if (next.type !== first.type) return false
        show(dataOf(next).checked === true)
        return true
      },
      stopEvent: (event) => event.target === box,
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !body.contains(mutation.target),
    }
  }
