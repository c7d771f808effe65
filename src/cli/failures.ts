// What a person at a terminal is told when a command fails: one sentence for what they can mend, a stack for our bugs.
import { ConfigError } from '../config.ts'

/** The command cannot do what it was asked; the message says why and what to do. */
export class CommandError extends Error {}

export async function reportFailure(error: unknown): Promise<void> {
  process.stderr.write(`${(await sentenceFor(error)) ?? stackOf(error)}\n`)
}

// Loaded only now: most commands never fail, and should not wait for the database's modules to say so.
async function sentenceFor(error: unknown): Promise<string | undefined> {
  if (error instanceof CommandError || error instanceof ConfigError) return error.message
  const { BackupError } = await import('../backup/format.ts')
  const { SchemaError } = await import('../db/migrate.ts')
  if (error instanceof BackupError || error instanceof SchemaError) return error.message
  const { GitFailure } = await import('../git/failures.ts')
  const { RepositoryError } = await import('../repository/config.ts')
  if (error instanceof GitFailure || error instanceof RepositoryError) return error.message
  const { sentenceFor: sentenceForDatabase } = await import('../db/failures.ts')
  return sentenceForSystem(error as SystemError) ?? sentenceForDatabase(error)
}

type SystemError = NodeJS.ErrnoException & { port?: number; address?: string }

function sentenceForSystem({ code, port, path, address, syscall }: SystemError): string | undefined {
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `Port ${port} is in use: set PORT to another one, or stop what listens there.`
  if (syscall === 'listen' && code === 'EACCES')
    return `Port ${port} is not open to this user: set PORT to one above 1023.`
  if (syscall === 'listen') return `Nothing can listen on ${address}: set HOST to an address of this machine.`
  if (code === 'ENOSPC') return 'The disk is full: make room and try again.'
  if (path && (code === 'EACCES' || code === 'EPERM' || code === 'EROFS'))
    return `${path} may not be written or read by this user: check its permissions.`
  return undefined
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
