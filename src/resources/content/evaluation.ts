// What a document says once its expressions have values: inline expressions become text, conditions become what they
// hold, or nothing. An expression that cannot be read has no value.
import type { Block, Document, Text } from '../../engine/document.ts'
import { mapChildren, type Nested } from '../../engine/walk.ts'
import {
  evaluate as evaluateExpression,
  findExpression,
  formatted,
  namesIn,
  type Scope,
} from '../../expressions/index.ts'

/** The names an expression may use, with their values. */
interface Rule {
  known: Scope
  /** Whether an expression that uses another name stays as it is; otherwise that name stands for nothing. */
  leaves: boolean
}

/** How inline expressions and conditions are evaluated; those without a rule stay as they are. */
export interface Evaluation {
  inlines?: Rule | undefined
  conditions: Rule
}

export function evaluate(document: Document, { inlines, conditions }: Evaluation): Document {
  const evaluated = (node: Nested): readonly Nested[] => {
    if (isCondition(node)) {
      const found = findValue(node, conditions)
      if (!found) return [node]
      return found.value ? (node.nodes ?? []).flatMap(evaluated) : []
    }
    if (!inlines || node.object !== 'inline' || node.type !== 'expression') return [node]
    const found = findValue(node, inlines)
    return found ? [textOf(found.value)] : [node]
  }
  return mapChildren(document, (children) => children.flatMap(evaluated))
}

const isCondition = (node: Nested): node is Block => node.object === 'block' && node.type === 'if'

/** The value of the expression of a node, or nothing when the node stays. */
function findValue(node: { data?: object }, { known, leaves }: Rule): { value: unknown } | undefined {
  const { expression: text } = (node.data ?? {}) as { expression?: unknown }
  const expression = findExpression(String(text ?? ''))
  if (!expression) return leaves ? undefined : { value: undefined }
  const isKnown = (name: string) => Object.hasOwn(known, name)
  if (leaves && ![...namesIn(expression)].every(isKnown)) return undefined
  return { value: evaluateExpression(expression, known) }
}

const textOf = (value: unknown): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: formatted(value), marks: [] }],
})
