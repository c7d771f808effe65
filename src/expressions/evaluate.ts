// Evaluates an expression. It can only reach data: own fields of objects, items of arrays, and the methods of
// `methods.ts`. Evaluation never throws; the result is undefined if it is invalid or exceeds a limit.
import { LIST_METHODS, TEXT_METHODS } from './methods.ts'
import { BINARY_RULES, LOGICAL_RULES, UNARY_RULES } from './operators.ts'
import type { Callback, Expression, Input } from './tree.ts'

/** The values of names. */
export type Scope = Readonly<Record<string, unknown>>

const MAX_STEPS = 10_000
/** Characters and array items that an evaluation can create. */
const MAX_SIZE = 100_000

class TooMuch extends Error {}

interface Run {
  steps: number
  size: number
}

export function evaluate(expression: Expression, scope: Scope): unknown {
  try {
    return resolve(expression, scope, { steps: 0, size: 0 })
  } catch (error) {
    if (error instanceof TooMuch) return undefined
    throw error
  }
}

/** True if a condition is met. */
export const holds = (expression: Expression, scope: Scope): boolean => Boolean(evaluate(expression, scope))

function resolve(expression: Expression, scope: Scope, run: Run): unknown {
  if (++run.steps > MAX_STEPS) throw new TooMuch()
  const value = (part: Expression) => resolve(part, scope, run)
  switch (expression.kind) {
    case 'value':
      return expression.value
    case 'name':
      return fieldOf(scope, expression.name)
    case 'list':
      return expression.items.map(value)
    case 'template':
      return measured(join(expression.texts, expression.values.map(value)), run)
    case 'member':
      return memberOf(value(expression.of), value(expression.key))
    case 'call':
      return measured(callOf(expression, scope, run), run)
    case 'unary':
      return UNARY_RULES[expression.operator](value(expression.operand))
    case 'binary':
      return measured(BINARY_RULES[expression.operator](value(expression.left), value(expression.right)), run)
    case 'logical':
      return LOGICAL_RULES[expression.operator](value(expression.left), () => value(expression.right))
    case 'choice':
      return value(expression.test) ? value(expression.yes) : value(expression.no)
  }
}

/** Charges new strings and arrays to the budget. */
function measured(value: unknown, run: Run): unknown {
  if (typeof value === 'string' || Array.isArray(value)) run.size += value.length
  if (run.size > MAX_SIZE) throw new TooMuch()
  return value
}

const join = (texts: readonly string[], values: readonly unknown[]): string =>
  texts.map((text, index) => text + (index < values.length ? formatValue(values[index]) : '')).join('')

/** Formats a value for readers: strings, numbers and booleans; everything else is empty. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const fieldOf = (object: object, key: string): unknown =>
  Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined

function memberOf(of: unknown, key: unknown): unknown {
  if (typeof of === 'string' || Array.isArray(of)) {
    if (key === 'length') return of.length
    return isPlace(key) ? of[Number(key)] : undefined
  }
  if (typeof of !== 'object' || of === null || (typeof key !== 'string' && typeof key !== 'number')) return undefined
  return fieldOf(of, String(key))
}

const isPlace = (key: unknown): boolean =>
  (typeof key === 'number' && Number.isInteger(key)) || (typeof key === 'string' && /^\d{1,9}$/.test(key))

function callOf({ of, method, inputs }: Extract<Expression, { kind: 'call' }>, scope: Scope, run: Run): unknown {
  const subject = resolve(of, scope, run)
  const callback = inputs.find((input) => input.kind === 'callback')
  const values = inputs.map((input: Input) => (input.kind === 'callback' ? undefined : resolve(input, scope, run)))
  const ask = (...asked: unknown[]) => callback && resolve(callback.body, bind(scope, callback, asked), run)
  if (typeof subject === 'string') return TEXT_METHODS.get(method)?.(subject, values, ask)
  if (Array.isArray(subject)) return LIST_METHODS.get(method)?.(subject, values, ask)
  return undefined
}

const bind = (scope: Scope, { params }: Callback, values: readonly unknown[]): Scope => {
  const bound: Record<string, unknown> = Object.assign(Object.create(null), scope)
  for (const [index, name] of params.entries()) bound[name] = values[index]
  return bound
}
