// Event targets of installations, and the error for duplicate installations.
import { isUniqueViolation } from '../../db/dialect.ts'
import { problem } from '../../errors.ts'

export const targetOf = (id: string) => ({ kind: 'integration-installation', id })

export function throwAlreadyInstalled(error: unknown): never {
  throw isUniqueViolation(error) ? problem('installedAlready') : error
}
