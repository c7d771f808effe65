// Validates the conditions that decide which visitors see a part of a site.
import { invalid } from '../../errors.ts'
import { findExpressionError } from '../../expressions/index.ts'

export function checkCondition(condition: string | null | undefined, path = 'condition'): void {
  const complaint = typeof condition === 'string' ? findExpressionError(condition) : undefined
  if (complaint !== undefined) throw invalid({ path, message: complaint })
}
