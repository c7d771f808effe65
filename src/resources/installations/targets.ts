// What the log of events says about installations, and what happens when one is there already.
import { isUniqueViolation } from '../../db/dialect.ts'
import { problem } from '../../errors.ts'

export const targetOf = (id: string) => ({ kind: 'integration-installation', id })

export function installedAlready(error: unknown): never {
  throw isUniqueViolation(error) ? problem('installedAlready') : error
}
