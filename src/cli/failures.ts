// Reports failures of commands: a message for errors that the user can fix, a stack trace for bugs.
import { ConfigError } from '../config.ts'

/** The command failed; the message says why and what to do. */
export class CommandError extends Error {}

export const notThere = (kind: 'space' | 'site', id: string): CommandError =>
  new CommandError(`There is no ${kind} ${id}: the address of a ${kind} in the console has its id, after /${kind}s/.`)

export async function reportFailure(error: unknown): Promise<void> {
  process.stderr.write(`${(await sentenceFor(error)) ?? stackOf(error)}\n`)
}

// Imports modules only on failure, so that commands start quickly.
async function sentenceFor(error: unknown): Promise<string | undefined> {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message
  const { BackupError } = await import('../backup/format.ts')
  const { SchemaError } = await import('../db/migrate.ts')
  const { NoSqlite } = await import('../db/sqlite/driver.ts')
  if (error instanceof BackupError || error instanceof SchemaError || error instanceof NoSqlite) return error.message
  const { GitFailure } = await import('../git/failures.ts')
  const { RepositoryError } = await import('../repository/config.ts')
  if (error instanceof GitFailure || error instanceof RepositoryError) return error.message
  const { ImportFailure } = await import('../imports/model.ts')
  if (error instanceof ImportFailure) return error.message
  const { databaseErrorMessage: sentenceForDatabase } = await import('../db/failures.ts')
  return sentenceForSystem(error as SystemError) ?? sentenceForDatabase(error)
}

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string }

function sentenceForSystem({ code, port, path, address, syscall }: SystemError): string | undefined {
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `Port ${port} is in use: set PORT to another one, or stop the process that uses it.`
  if (syscall === 'listen' && code === 'EACCES')
    return `This user may not listen on port ${port}: set PORT to a port above 1023.`
  if (syscall === 'listen') return `Cannot listen on ${address}: set HOST to an address of this machine.`
  if (code === 'ENOSPC') return 'The disk is full: free some space and try again.'
  if (path && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS'))
    return `This user may not read or write ${path}: check its permissions.`
  return undefined
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
