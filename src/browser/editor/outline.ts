// The headings of the document that is written.
import type { Node } from 'prosemirror-model'
import { headingId } from './blocks/heading.ts'

export interface EditedHeading {
  id: string
  text: string
  level: number
}

export function headingsOf(doc: Node): EditedHeading[] {
  const found: EditedHeading[] = []
  doc.descendants((node) => {
    const level = /^heading_([12])$/.exec(node.type.name)?.[1]
    if (level) found.push({ id: headingId(node), text: node.textContent, level: Number(level) + 1 })
    return !node.isTextblock
  })
  return found
}
