// What a document says once its variables have values: expressions that name a variable become text, conditions that do
// become what they hold, or nothing. An expression that says more than that is left as it is.
import type { Block, Document, Text } from '../../engine/document.ts'
import { ownField } from '../../engine/objects.ts'
import type { Variables } from '../../engine/tree/records.ts'
import { mapChildren, type Nested } from '../../engine/walk.ts'

/** The variables at hand; a document that is on no page has none of a page. */
export interface Values {
  space: Variables
  page?: Variables | undefined
}

const VARIABLE = /^\s*(space|page)\.vars(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[(["'])([^"'\\]+)\3\])\s*$/u

export function evaluate(document: Document, values: Values): Document {
  const evaluated = (node: Nested): readonly Nested[] => {
    const isExpression = node.object === 'inline' && node.type === 'expression'
    if (!isExpression && !isCondition(node)) return [node]
    const found = lookUp(String(node.data?.expression ?? ''), values)
    if (!found) return [node]
    if (!isCondition(node)) return [textOf(found.value)]
    return found.value ? (node.nodes ?? []).flatMap(evaluated) : []
  }
  return mapChildren(document, (children) => children.flatMap(evaluated))
}

const isCondition = (node: Nested): node is Block => node.object === 'block' && node.type === 'if'

/** The value that an expression names, undefined when the variable is not set; nothing when it names no variable. */
function lookUp(expression: string, values: Values): { value: unknown } | undefined {
  const [, owner, plain, , quoted] = VARIABLE.exec(expression) ?? []
  const variables = values[owner as keyof Values]
  return variables && { value: ownField(variables, (plain ?? quoted)!) }
}

const textOf = (value: unknown): Text => ({
  object: 'text',
  leaves: [{ object: 'leaf', text: value === undefined ? '' : String(value), marks: [] }],
})
