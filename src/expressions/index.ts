// The language of adaptive content: `visitor.claims.plan == "pro" && visitor.claims.unsigned.beta`.
import { evaluate, holds, type Scope } from './evaluate.ts'
import { ExpressionError, parseExpression } from './parse.ts'
import type { Expression } from './tree.ts'

export { formatted, type Scope } from './evaluate.ts'
export { type Expression, namesIn } from './tree.ts'
export { ExpressionError, evaluate, holds, parseExpression }

const KEPT = 1000
const kept = new Map<string, Expression | undefined>()

/** The tree of an expression, kept for the next time; undefined when the text is none. */
export function findExpression(text: string): Expression | undefined {
  if (kept.has(text)) return kept.get(text)
  if (kept.size >= KEPT) kept.clear()
  const expression = tryParse(text)
  kept.set(text, expression)
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

/** What is wrong with a text that should be an expression, if anything. */
export function complaintAbout(text: string): string | undefined {
  try {
    parseExpression(text)
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return error.message
    throw error
  }
}

/** Whether a condition is met; none is always met, and one that cannot be read never. */
export function isMet(condition: string | null | undefined, scope: Scope): boolean {
  if (condition === null || condition === undefined) return true
  const expression = findExpression(condition)
  return expression !== undefined && holds(expression, scope)
}
