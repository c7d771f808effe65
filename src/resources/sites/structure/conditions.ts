// Conditions decide which visitors see a part of a site. One that cannot be read is refused, with the place where.
import { invalid } from '../../../errors.ts'
import { complaintAbout } from '../../../expressions/index.ts'

export function checkCondition(condition: string | null | undefined, path = 'condition'): void {
  const complaint = typeof condition === 'string' ? complaintAbout(condition) : undefined
  if (complaint !== undefined) throw invalid({ path, message: complaint })
}
