// Parses an expression in JavaScript's grammar and rejects everything outside a safe subset. The text is never
// executed.
import {
  type ArrowFunctionExpression,
  type CallExpression,
  type Node,
  type Program,
  parse as parseScript,
  tokenizer,
} from 'acorn'
import { BINARY, type Callback, type Expression, type Input, LOGICAL, type Primitive, UNARY } from './tree.ts'

export const MAX_LENGTH = 1024
const MAX_DEPTH = 64
const MAX_OPERATORS = 128
const MAX_GROUPS = 256

export class ExpressionError extends Error {
  /** The offset in the text, from 0. */
  readonly position: number

  constructor(message: string, position: number) {
    super(`${message} (at character ${position + 1})`)
    this.name = 'ExpressionError'
    this.position = position
  }
}

/** Parses an expression, or throws an `ExpressionError`. */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_LENGTH) throw new ExpressionError(`is longer than ${MAX_LENGTH} characters`, MAX_LENGTH)
  const { body } = readScript(text)
  const [statement, second] = body
  if (!statement) throw new ExpressionError('is empty: write a condition such as visitor.claims.beta', 0)
  if (second) throw new ExpressionError('is more than one expression', second.start)
  if (statement.type !== 'ExpressionStatement') throw new ExpressionError('is not an expression', statement.start)
  return convert(statement.expression, 0)
}

const GRAMMAR = { ecmaVersion: 'latest', sourceType: 'script' } as const

function readScript(text: string): Program {
  try {
    requireShallow(text)
    return parseScript(text, GRAMMAR)
  } catch (error) {
    if (!(error instanceof SyntaxError) || !('pos' in error)) throw error
    throw new ExpressionError(error.message.replace(/ \(\d+:\d+\)$/, ''), error.pos as number)
  }
}

const OPENING = new Set(['(', '[', '{', '${'])
const CLOSING = new Set([')', ']', '}'])
const PLAIN = new Set(['true', 'false', 'null'])
const NESTING = new Set(['`', '?', '=>', '**', '!/~', '+/-', '++/--', '_=', '='])

// The parser recurses, so nesting is checked on the tokens first. Brackets close, but prefixes and right-associative
// operators nest to the end of their operand: all of them count.
function requireShallow(text: string): void {
  // The tokenizer itself recurses for groups in patterns.
  if (text.split('(').length > MAX_GROUPS) throw new ExpressionError('is nested too deeply', 0)
  let brackets = 0
  let operators = 0
  for (const { type, start } of tokenizer(text, GRAMMAR)) {
    if (CLOSING.has(type.label)) brackets--
    else if (OPENING.has(type.label)) brackets++
    else if (NESTING.has(type.label) || (type.keyword !== undefined && !PLAIN.has(type.keyword))) operators++
    if (brackets > MAX_DEPTH || operators > MAX_OPERATORS) throw new ExpressionError('is nested too deeply', start)
  }
}

type Of<T extends Node['type']> = Extract<AnyNode, { type: T }>
type AnyNode = import('acorn').AnyNode

const oneOf = <T extends string>(known: readonly T[], node: Node, operator: string): T => {
  if (!(known as readonly string[]).includes(operator)) throw refused(node, `${operator} is not allowed`)
  return operator as T
}

const refused = (node: Node, message: string) => new ExpressionError(message, node.start)

const PRIMITIVES = ['string', 'number', 'boolean']

/** One converter per kind of node; other kinds are rejected. */
const CONVERTERS: { [T in Node['type']]?: (node: never, depth: number) => Expression } = {
  Literal(node: Of<'Literal'>) {
    const { value } = node
    if (value !== null && !PRIMITIVES.includes(typeof value)) throw refused(node, 'this kind of value is not allowed')
    if (value === null && node.raw !== 'null') throw refused(node, 'this kind of value is not allowed')
    return { kind: 'value', value: value as Primitive }
  },
  Identifier: ({ name }: Of<'Identifier'>) =>
    name === 'undefined' ? { kind: 'value', value: undefined } : { kind: 'name', name },
  ChainExpression: ({ expression }: Of<'ChainExpression'>, depth) => convert(expression, depth),
  ParenthesizedExpression: ({ expression }: Of<'ParenthesizedExpression'>, depth) => convert(expression, depth),
  ArrayExpression: (node: Of<'ArrayExpression'>, depth) => ({
    kind: 'list',
    items: node.elements.map((item) => {
      if (!item) throw refused(node, 'a list needs a value at each position')
      return convert(item, depth)
    }),
  }),
  TemplateLiteral: ({ quasis, expressions }: Of<'TemplateLiteral'>, depth) => ({
    kind: 'template',
    texts: quasis.map(({ value }) => value.cooked ?? ''),
    values: expressions.map((value) => convert(value, depth)),
  }),
  MemberExpression: ({ object, property, computed }: Of<'MemberExpression'>, depth) => ({
    kind: 'member',
    of: convert(object, depth),
    key: computed ? convert(property, depth) : { kind: 'value', value: nameOf(property) },
  }),
  CallExpression: convertCall,
  UnaryExpression: (node: Of<'UnaryExpression'>, depth) => ({
    kind: 'unary',
    operator: oneOf(UNARY, node, node.operator),
    operand: convert(node.argument, depth),
  }),
  BinaryExpression: (node: Of<'BinaryExpression'>, depth) => ({
    kind: 'binary',
    operator: oneOf(BINARY, node, node.operator),
    left: convert(node.left, depth),
    right: convert(node.right, depth),
  }),
  LogicalExpression: (node: Of<'LogicalExpression'>, depth) => ({
    kind: 'logical',
    operator: oneOf(LOGICAL, node, node.operator),
    left: convert(node.left, depth),
    right: convert(node.right, depth),
  }),
  ConditionalExpression: ({ test, consequent, alternate }: Of<'ConditionalExpression'>, depth) => ({
    kind: 'choice',
    test: convert(test, depth),
    yes: convert(consequent, depth),
    no: convert(alternate, depth),
  }),
}

function convert(node: Node, depth: number): Expression {
  if (depth > MAX_DEPTH) throw refused(node, 'is nested too deeply')
  const converter = CONVERTERS[node.type as AnyNode['type']]
  if (!converter) throw refused(node, `${spell(node.type)} is not allowed`)
  return converter(node as never, depth + 1)
}

function convertCall(node: CallExpression, depth: number): Expression {
  const { callee } = node
  if (callee.type !== 'MemberExpression' || callee.computed) throw refused(node, 'only methods can be called')
  const inputs = node.arguments.map((input) => convertInput(input, depth))
  return { kind: 'call', of: convert(callee.object, depth), method: nameOf(callee.property), inputs }
}

const convertInput = (node: Node, depth: number): Input =>
  node.type === 'ArrowFunctionExpression'
    ? convertCallback(node as ArrowFunctionExpression, depth)
    : convert(node, depth)

function convertCallback(node: ArrowFunctionExpression, depth: number): Callback {
  if (node.async || !node.expression) throw refused(node, 'a function must be one expression, such as x => x.active')
  return { kind: 'callback', params: node.params.map(nameOf), body: convert(node.body, depth) }
}

function nameOf(node: Node): string {
  if (node.type !== 'Identifier') throw refused(node, `${spell(node.type)} is not allowed`)
  return (node as Of<'Identifier'>).name
}

/** `ArrowFunctionExpression` → `arrow function expression`. */
const spell = (type: string) => type.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase()
