// Conditions in documents: `if` blocks, whose content only some readers see, and the references inside them.

import type { ContentRef } from './content-ref.ts'
import type { Document, Node } from './document.ts'
import { refsOfNode } from './links.ts'
import { walk } from './walk.ts'

/** A reference, with the conditions that must all hold for a reader to see it. */
export interface ConditionalReference {
  ref: ContentRef
  conditions: readonly string[]
}

export interface Conditions {
  /** Every condition in the document, without duplicates. */
  conditions: readonly string[]
  references: readonly ConditionalReference[]
}

/** Occurs in the canonical bytes of every document with a condition. */
export const CONDITION_MARKER = '"type":"if"'

const NONE: readonly string[] = []

export function listConditions(document: Document): Conditions {
  const conditions = new Set<string>()
  const references: ConditionalReference[] = []
  for (const { node, path } of walk(document)) {
    if (isCondition(node)) conditions.add(expressionOf(node))
    const refs = refsOfNode(node)
    if (refs.length === 0) continue
    const around = path.filter(isCondition).map(expressionOf)
    for (const ref of refs) references.push({ ref, conditions: around.length > 0 ? around : NONE })
  }
  return { conditions: [...conditions], references }
}

export const isCondition = (node: Node): boolean => node.object === 'block' && node.type === 'if'

/** The condition of an `if` block, as text. */
export const expressionOf = (node: Node): string => {
  const { expression } = ('data' in node && node.data ? node.data : {}) as { expression?: unknown }
  return String(expression ?? '')
}
