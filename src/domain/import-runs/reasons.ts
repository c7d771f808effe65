import { ApiError } from '../../errors.ts'

/** The presented reason why a run failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError
    ? (error.issues?.[0]?.message ?? error.message)
    : 'Something went wrong on the server; its log has more.'
