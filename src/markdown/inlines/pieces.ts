// Collects inline content while reading: leaves and inlines in sequence, merged into texts at the end.

import type { Inline, Leaf, Mark } from '../../engine/document.ts'
import { type InlineNode, leaf, text } from '../model.ts'
import { sameMarks } from './marks.ts'

export type Piece = Leaf | Inline

export class Pieces {
  readonly list: Piece[] = []

  text(value: string, marks: Mark[]): void {
    const last = this.list.at(-1)
    if (last?.object === 'leaf' && sameMarks(last.marks, marks)) last.text += value
    else if (value) this.list.push(leaf(value, marks))
  }

  inline(node: Inline): void {
    this.list.push(node)
  }

  // Removes and returns the last word, for the annotation that follows it.
  takeWord(marks: Mark[]): string {
    const last = this.list.at(-1)
    if (last?.object !== 'leaf' || !sameMarks(last.marks, marks)) return ''
    let start = last.text.length
    while (start > 0 && !/\s/.test(last.text[start - 1] as string)) start--
    const word = last.text.slice(start)
    last.text = last.text.slice(0, start)
    if (!last.text) this.list.pop()
    return word
  }

  nodes(): InlineNode[] {
    const nodes: InlineNode[] = []
    for (const piece of this.list) {
      const last = nodes.at(-1)
      if (piece.object === 'inline') nodes.push(piece)
      else if (last?.object === 'text') last.leaves.push(piece)
      else nodes.push({ object: 'text', leaves: [piece] })
    }
    return nodes.length ? nodes : []
  }
}

export const orEmpty = (nodes: InlineNode[]): InlineNode[] => (nodes.length ? nodes : [text('')])
