// Git failures as sentences for the user. They never contain credentials.
import { FetchFailure } from '../fetch/failures.ts'

export class GitFailure extends Error {}

interface Situation {
  /** The address without credentials. */
  at: string
  writes?: boolean
}

/** Converts a known error to a GitFailure; returns unexpected errors as they are. */
export function toGitFailure(error: unknown, { at, writes = false }: Situation): unknown {
  if (error instanceof GitFailure) return error
  if (error instanceof FetchFailure) return new GitFailure(error.message)
  const { code, data } = error as { code?: string; data?: { statusCode?: number; what?: string } }
  const status = data?.statusCode
  const may = writes ? 'write to' : 'read'
  if (status === 401 || status === 403)
    return new GitFailure(`${at} refuses access: put a token into the URL that may ${may} the repository.`)
  if (status === 404)
    return new GitFailure(`There is no repository at ${at}: check the URL, and that its token may see it.`)
  if (status !== undefined) return new GitFailure(`${at} answered with status ${status}: try again later.`)
  if (code === 'NotFoundError' && data?.what === 'HEAD')
    return new GitFailure(`The default branch of ${at} does not exist: set it to one that does.`)
  if (code === 'SmartHttpError' || code === 'ParseError')
    return new GitFailure(`${at} is not a Git repository: check the URL.`)
  return error
}
