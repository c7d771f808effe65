// Blocks and inlines that are drawn as readers see them, with a caption to write where they have one.
import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'
import type * as Doc from '../../../engine/document.ts'
import { draw, drawInlines } from '../../../render/html/draw.ts'
import type { Surroundings } from '../../../render/html/index.ts'
import { writeBlock, writeInline } from '../document/writing.ts'

/** What surrounds the document. It changes when more is known, and what was drawn is drawn again. */
export interface Setting {
  surroundings: Surroundings
  onChange(redraw: () => void): () => void
  /** A reusable content with its blocks; undefined until it is known. */
  reusable(id: string): { title: string; nodes: readonly Doc.Block[] } | undefined
}

/** The block without its caption, which is drawn by the editor. */
export function drawBlock(node: Node, { surroundings, reusable }: Setting): string {
  if (node.isInline) return drawInlines([writeInline(node)], surroundings).text
  const id = node.attrs.data?.ref?.reusableContent
  const found = node.type.name === 'reusable_content' && typeof id === 'string' ? reusable(id) : undefined
  if (found) return draw({ object: 'document', data: {}, nodes: [...found.nodes] }, surroundings).text
  const block = writeBlock(node)
  const { fragments: _, ...bare } = block
  const alone = node.isAtom ? block : bare
  return draw({ object: 'document', data: {}, nodes: [alone as Doc.Block] }, surroundings).text
}

export const drawnView =
  (setting: Setting): NodeViewConstructor =>
  (first) => {
    let node = first
    const dom = document.createElement(node.isInline ? 'span' : 'div')
    const picture = node.isAtom ? dom : document.createElement('div')
    const caption = node.isAtom ? undefined : document.createElement('div')
    dom.className = 'drawn'
    dom.dataset.type = node.type.name
    if (caption) {
      picture.contentEditable = 'false'
      dom.append(picture, caption)
    }
    const paint = () => {
      // The renderer escapes every value.
      picture.innerHTML = drawBlock(node, setting)
      for (const link of picture.querySelectorAll('a, button, summary, [tabindex]')) link.setAttribute('tabindex', '-1')
      dom.classList.toggle('blank', picture.textContent === '' && !picture.querySelector('img, svg, hr, math, input'))
    }
    const stop = setting.onChange(paint)
    paint()
    return {
      dom,
      contentDOM: caption ?? null,
      update(next) {
        if (next.type !== node.type) return false
        const isSame = next.sameMarkup(node)
        node = next
        if (!isSame) paint()
        return true
      },
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !caption?.contains(mutation.target),
      stopEvent: () => false,
      destroy: stop,
    }
  }
