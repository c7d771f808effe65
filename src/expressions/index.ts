// The expression language of adaptive content: `visitor.claims.plan == "pro" && visitor.claims.unsigned.beta`.
import { evaluate, holds, type Scope } from './evaluate.ts'
import { ExpressionError, parseExpression } from './parse.ts'
import type { Expression } from './tree.ts'

export { formatValue, type Scope } from './evaluate.ts'
export { type Expression, namesIn, variablesIn } from './tree.ts'
export { ExpressionError, evaluate, holds, parseExpression }

const CACHE_SIZE = 1000
const cache = new Map<string, Expression | undefined>()

/** Parses an expression and caches the tree; undefined if the text is not an expression. */
export function findExpression(text: string): Expression | undefined {
  if (cache.has(text)) return cache.get(text)
  if (cache.size >= CACHE_SIZE) cache.clear()
  const expression = tryParse(text)
  cache.set(text, expression)
  return expression
}

function tryParse(text: string): Expression | undefined {
  try {
    return parseExpression(text)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Returns the error of a text that should be an expression, if any. */
export function findExpressionError(text: string): string | undefined {
  try {
    parseExpression(text)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}

/** True if a condition is met. No condition is always met, an invalid one never. */
export function isMet(condition: string | null | undefined, scope: Scope): boolean {
  if (condition === null || condition === undefined) return true
  const expression = findExpression(condition)
  return expression !== undefined && holds(expression, scope)
}
