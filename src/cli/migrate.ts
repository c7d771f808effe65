// lectern migrate: migrates the database to the schema of this version, as every start of the server does.
import type { Command } from 'commander'
import { print } from './print.ts'
import { withAnyStore } from './store.ts'

const AFTER = `
"lectern serve" also migrates the database. Run this command to migrate before new servers start.

Example:
  $ lectern backup before-upgrade.db && lectern migrate`

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('migrate the database to the schema of this version')
    .addHelpText('after', AFTER)
    .action(() =>
      withAnyStore(async ({ database }) => {
        const run = await database.migrate()
        print(run.length === 0 ? 'The schema is up to date.' : `Migrated: ${run.join(', ')}.`)
      }),
    )
}
