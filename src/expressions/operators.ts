// The operators. They apply to primitive values and never convert objects, because that would call their methods.
import type { Expression } from './tree.ts'

type Rule = (left: unknown, right: unknown) => unknown

const isObject = (value: unknown) => typeof value === 'object' && value !== null

const onPlain =
  (rule: (left: never, right: never) => unknown, otherwise: unknown): Rule =>
  (left, right) =>
    isObject(left) || isObject(right) ? otherwise : rule(left as never, right as never)

// biome-ignore lint/suspicious/noDoubleEquals: this is the loose comparison of the language itself
const looselySame = onPlain((left: string, right: string) => left == right, false)

export const BINARY_RULES: Record<Extract<Expression, { kind: 'binary' }>['operator'], Rule> = {
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '==': (left, right) => left === right || looselySame(left, right),
  '!=': (left, right) => left !== right && !looselySame(left, right),
  '<': onPlain((left: number, right: number) => left < right, false),
  '<=': onPlain((left: number, right: number) => left <= right, false),
  '>': onPlain((left: number, right: number) => left > right, false),
  '>=': onPlain((left: number, right: number) => left >= right, false),
  '+': onPlain((left: number, right: number) => left + right, undefined),
  '-': onPlain((left: number, right: number) => left - right, undefined),
  '*': onPlain((left: number, right: number) => left * right, undefined),
  '/': onPlain((left: number, right: number) => left / right, undefined),
  '%': onPlain((left: number, right: number) => left % right, undefined),
  in: isIn,
}

/** True for an item of an array, a part of a string, or a field of an object. */
function isIn(what: unknown, where: unknown): boolean {
  if (Array.isArray(where)) return where.includes(what)
  if (typeof where === 'string') return typeof what === 'string' && where.includes(what)
  return isObject(where) && !isObject(what) && Object.hasOwn(where as object, String(what))
}

export const UNARY_RULES: Record<Extract<Expression, { kind: 'unary' }>['operator'], (operand: unknown) => unknown> = {
  '!': (operand) => !operand,
  '-': (operand) => (isObject(operand) ? undefined : -(operand as number)),
  '+': (operand) => (isObject(operand) ? undefined : Number(operand)),
  typeof: (operand) => typeof operand,
}

export const LOGICAL_RULES: Record<
  Extract<Expression, { kind: 'logical' }>['operator'],
  (left: unknown, right: () => unknown) => unknown
> = {
  '&&': (left, right) => (left ? right() : left),
  '||': (left, right) => (left ? left : right()),
  '??': (left, right) => left ?? right(),
}
