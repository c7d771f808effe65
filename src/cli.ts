// The command line: one line per command. Commands import their modules on demand, so that each starts quickly.
import { Command, CommanderError } from 'commander'
import { addBackup, addRestore, addVerify } from './cli/backups.ts'
import { addDoctor } from './cli/doctor.ts'
import { addExport } from './cli/exports.ts'
import { reportFailure } from './cli/failures.ts'
import { addHostnames } from './cli/hostnames.ts'
import { addImport } from './cli/imports.ts'
import { addIntegrations } from './cli/integrations.ts'
import { addJobs } from './cli/jobs.ts'
import { addMail } from './cli/mail.ts'
import { addMigrate } from './cli/migrate.ts'
import { addBackups } from './cli/scheduled-backups.ts'
import { addServe } from './cli/serve.ts'
import { addSetup } from './cli/setup.ts'
import { addTokens } from './cli/tokens.ts'
import { addUsers } from './cli/users.ts'
import { applySettingsFile } from './config/settings-file.ts'
import { VERSION } from './lib/version.ts'

const AFTER = `
Configuration comes from the environment, and from the file lectern.env here, which lectern setup writes. Instead of NAME,
set NAME_FILE to the path of a file that contains the value:
  PORT (4000), HOST (localhost), LECTERN_URL, LECTERN_DATA (./data), DATABASE_URL (PostgreSQL; without it SQLite in the
  data folder), LECTERN_ADMIN_TOKEN, LECTERN_SECRET, LOG_LEVEL (info)

Every command works while servers run on the same database.

Examples:
  $ lectern serve
  $ lectern token create --label laptop --expires 30d
  $ lectern backup /backups/lectern-monday.db`

/** All commands, with their arguments and options. */
export function createProgram(): Command {
  const program = new Command('lectern')
    .description('Lectern, a self-hosted documentation platform.')
    .version(VERSION, '-v, --version', 'show the version')
    .addHelpText('after', AFTER)
    .exitOverride()
  addServe(program)
  addSetup(program)
  addTokens(program)
  addUsers(program)
  addMigrate(program)
  addBackup(program)
  addBackups(program)
  addRestore(program)
  addVerify(program)
  addImport(program)
  addExport(program)
  addJobs(program)
  addMail(program)
  addIntegrations(program)
  addHostnames(program)
  addDoctor(program)
  return program
}

/** Runs one command and returns the exit code of the process. */
export async function runCommandLine(args: string[]): Promise<number> {
  try {
    applySettingsFile(process.env)
    await createProgram().parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    await reportFailure(error)
    return 1
  }
}
