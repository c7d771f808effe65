// The command line: one line a command. Commands load what they need when they run, so that each starts quickly.
import { Command, CommanderError } from 'commander'
import { addBackup, addRestore, addVerify } from './cli/backups.ts'
import { addExport } from './cli/exports.ts'
import { reportFailure } from './cli/failures.ts'
import { addImport } from './cli/imports.ts'
import { addIntegrations } from './cli/integrations.ts'
import { addJobs } from './cli/jobs.ts'
import { addMigrate } from './cli/migrate.ts'
import { addServe } from './cli/serve.ts'
import { addTokens } from './cli/tokens.ts'
import { addUsers } from './cli/users.ts'
import { VERSION } from './lib/version.ts'

const AFTER = `
Configuration comes from the environment; every NAME may also be given as NAME_FILE, the path of a file that holds it:
  PORT (4000), HOST (127.0.0.1), LECTERN_URL, LECTERN_DATA (./data), DATABASE_URL (PostgreSQL; without it SQLite in the
  data folder), LECTERN_ADMIN_TOKEN, LECTERN_SECRET, LOG_LEVEL (info)

Every command works while servers run on the same database.

Examples:
  $ lectern serve
  $ lectern token create --label laptop --expires 30d
  $ lectern backup /backups/lectern-monday.db`

/** Runs one command; answers the exit code of the process. */
export async function runCommandLine(args: string[]): Promise<number> {
  const program = new Command('lectern')
    .description('Lectern, a self-hosted documentation platform.')
    .version(VERSION, '-v, --version', 'show the version')
    .addHelpText('after', AFTER)
    .exitOverride()
  addServe(program)
  addTokens(program)
  addUsers(program)
  addMigrate(program)
  addBackup(program)
  addRestore(program)
  addVerify(program)
  addImport(program)
  addExport(program)
  addJobs(program)
  addIntegrations(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    await reportFailure(error)
    return 1
  }
}
