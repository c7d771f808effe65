// Aligned paragraphs and headings are HTML, which has other names for the sides.

import type { Block } from '../../engine/document.ts'
import { openTag } from '../html/tokens.ts'
import type { InlineNode } from '../model.ts'
import type { WriteContext } from './contract.ts'

const read: Record<string, string> = { left: 'start', right: 'end' }
const written: Record<string, string> = { start: 'left', end: 'right' }

export const readAlign = (align: string | undefined) => align && (read[align] ?? align)

/** Writes an element with the inline content, id and alignment of a block. */
export function alignedHtml(name: string, { data, nodes }: Block, context: WriteContext): string {
  const { id, align } = (data ?? {}) as Record<string, string | undefined>
  const open = openTag(name, { id, align: align && (written[align] ?? align) })
  return `${open}${context.htmlInlines((nodes ?? []) as InlineNode[])}</${name}>`
}
