// Evaluates expressions in documents: inline expressions become text, conditions become their content or nothing. An
// invalid expression has no value.
import { expressionOf, isCondition } from '../../engine/conditions.ts'
import type { Block, Document, Text } from '../../engine/document.ts'
import { mapChildren, type Nested } from '../../engine/walk.ts'
import {
  evaluate as evaluateExpression,
  findExpression,
  formatValue,
  namesIn,
  type Scope,
} from '../../expressions/index.ts'

/** The variables that an expression may use. */
interface Rule {
  scope: Scope
  /** Keep expressions that use other variables; otherwise those variables are undefined. */
  keepsUnknown: boolean
}

/** How to evaluate inline expressions and conditions. Without a rule, they are kept. */
export interface Evaluation {
  inlines?: Rule | undefined
  conditions: Rule
}

export function evaluate(document: Document, { inlines, conditions }: Evaluation): Document {
  const evaluated = (node: Nested): readonly Nested[] => {
    if (isCondition(node)) {
      const found = findValue(node, conditions)
      if (!found) return [node]
      return found.value ? ((node as Block).nodes ?? []).flatMap(evaluated) : []
    }
    if (!inlines || node.object !== 'inline' || node.type !== 'expression') return [node]
    const found = findValue(node, inlines)
    return found ? [textOf(found.value)] : [node]
  }
  return mapChildren(document, (children) => children.flatMap(evaluated))
}

/** The value of the node's expression, or undefined if the node is kept. */
function findValue(node: Nested, { scope, keepsUnknown }: Rule): { value: unknown } | undefined {
  const expression = findExpression(expressionOf(node))
  if (!expression) return keepsUnknown ? undefined : { value: undefined }
  const isKnown = (name: string) => Object.hasOwn(scope, name)
  if (keepsUnknown && ![...namesIn(expression)].every(isKnown)) return undefined
  return { value: evaluateExpression(expression, scope) }
}

const textOf = (value: unknown): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: formatValue(value), marks: [] }],
})
