// `> [!NOTE]` and what is below it: a hint. It is written as `{% hint %}`.

import type { Blockquote, PhrasingContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { block } from '../model.ts'
import { alertStyle } from '../syntax/alert.ts'
import type { ReadContext } from './contract.ts'

/** Undefined if the quote is only a quote. */
export function readAlert({ children: [first, ...rest] }: Blockquote, context: ReadContext): Block | undefined {
  if (first?.type !== 'paragraph') return undefined
  const [sign, ...below] = first.children
  if (sign?.type !== 'alert') return undefined
  const text = withoutBreak(below)
  const children = text.length > 0 ? [{ ...first, children: text }, ...rest] : rest
  return children.length > 0 ? block('hint', { style: alertStyle(sign) }, context.blocks(children)) : undefined
}

function withoutBreak([first, ...rest]: PhrasingContent[]): PhrasingContent[] {
  if (!first || first.type === 'break') return rest
  if (first.type !== 'text') return [first, ...rest]
  const value = first.value.trimStart()
  return value === '' ? rest : [{ ...first, value }, ...rest]
}
