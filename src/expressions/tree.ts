// The syntax tree of an expression.

export type Primitive = string | number | boolean | null | undefined

export const BINARY = ['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'] as const
export const LOGICAL = ['&&', '||', '??'] as const
export const UNARY = ['!', '-', '+', 'typeof'] as const

export type Expression =
  | { kind: 'value'; value: Primitive }
  | { kind: 'name'; name: string }
  | { kind: 'list'; items: Expression[] }
  /** A template literal: strings with values in between. */
  | { kind: 'template'; texts: string[]; values: Expression[] }
  | { kind: 'member'; of: Expression; key: Expression }
  | { kind: 'call'; of: Expression; method: string; inputs: Input[] }
  | { kind: 'unary'; operator: (typeof UNARY)[number]; operand: Expression }
  | { kind: 'binary'; operator: (typeof BINARY)[number]; left: Expression; right: Expression }
  | { kind: 'logical'; operator: (typeof LOGICAL)[number]; left: Expression; right: Expression }
  | { kind: 'choice'; test: Expression; yes: Expression; no: Expression }

/** A callback that a method applies to each item of an array. */
export interface Callback {
  kind: 'callback'
  params: string[]
  body: Expression
}

export type Input = Expression | Callback

/** The free names of an expression, such as `visitor`. */
export function namesIn(input: Input, bound: readonly string[] = []): Set<string> {
  if (input.kind === 'name') return new Set(bound.includes(input.name) ? [] : [input.name])
  if (input.kind === 'callback') return namesIn(input.body, [...bound, ...input.params])
  return new Set(partsOf(input).flatMap((part) => [...namesIn(part, bound)]))
}

/** The variables of the space that an expression reads: `space.vars.name`. */
export function variablesIn(input: Input): Set<string> {
  if (input.kind === 'callback') return variablesIn(input.body)
  const inside = partsOf(input).flatMap((part) => [...variablesIn(part)])
  const isOfSpace = input.kind === 'member' && isMember(input.of, 'vars') && isName(input.of.of, 'space')
  return new Set(isOfSpace && input.key.kind === 'value' ? [String(input.key.value), ...inside] : inside)
}

const isName = (input: Expression, name: string): boolean => input.kind === 'name' && input.name === name

const isMember = (input: Expression, key: string): input is Extract<Expression, { kind: 'member' }> =>
  input.kind === 'member' && input.key.kind === 'value' && input.key.value === key

function partsOf(expression: Expression): Input[] {
  switch (expression.kind) {
    case 'list':
      return expression.items
    case 'template':
      return expression.values
    case 'member':
      return [expression.of, expression.key]
    case 'call':
      return [expression.of, ...expression.inputs]
    case 'unary':
      return [expression.operand]
    case 'binary':
    case 'logical':
      return [expression.left, expression.right]
    case 'choice':
      return [expression.test, expression.yes, expression.no]
    default:
      return []
  }
}
