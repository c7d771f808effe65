// lectern backup, restore and verify.
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Meta } from '../backup/format.ts'
import type { Part } from '../backup/partial/owned.ts'
import type { Target } from '../backup/restore.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { CommandError } from './failures.ts'
import { pluralize, print, printJson, showProgress } from './print.ts'
import { withBackupFile } from './scheduled-backups.ts'
import { requireSchema, withAnyStore } from './store.ts'

export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('write database, stored files and secret to one file')
    .argument('<file>', 'the file to write; an existing backup with this name is replaced once the new one is complete')
    .addHelpText(
      'after',
      `
The backup is a consistent snapshot, taken while servers run. It can be restored on SQLite and on PostgreSQL, whichever
it came from. It contains the secret: protect it like the database.

Examples:
  $ lectern backup /backups/lectern.db
  $ lectern backup monday.db && lectern verify monday.db`,
    )
    .action(backup)
}

export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a backup on SQLite or PostgreSQL')
    .argument('<backup>', 'a file that "lectern backup" wrote, or a name from "lectern backups list", or "latest"')
    .option('--space <id>', 'restore only this space')
    .option('--organization <id>', 'restore only this organization')
    .option('--force', 'replace all data of a database that is not empty, or a space or organization that exists')
    .addHelpText(
      'after',
      `
The backup is verified first, then restored in one transaction. A backup of an older version is migrated to this one.

With --space, the content of the space comes back with its history, change requests, comments and permissions; the sites
that show it stay as they are. With --organization, everything of it comes back, except sessions and tokens. Everything
else in the database stays as it is, and people who are gone get their accounts back without their ways to sign in.

Examples:
  $ lectern restore monday.db
  $ LECTERN_BACKUP_TO=/backups lectern restore latest
  $ lectern restore latest --space Hk3vN0aYQd --force
  $ DATABASE_URL=postgres://lectern:secret@db/lectern lectern restore monday.db --force`,
    )
    .action(restore)
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('check the integrity of the store, or that a backup can be restored')
    .argument('[backup]', 'a file, or the name of a backup on schedule (default: the live store)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Lists all faults and exits with code 1 if there are any. A backup is verified by restoring it into a scratch database.

Examples:
  $ lectern verify
  $ lectern verify monday.db`,
    )
    .action((file: string | undefined, options: { json?: boolean }) =>
      file === undefined ? verifyStore(options) : verifyFile(file, options),
    )
}

const backup = (name: string): Promise<void> =>
  withAnyStore(async ({ config, database }) => {
    const { hasRows } = await import('../db/bulk.ts')
    const { writeBackup } = await import('../backup/backup.ts')
    const file = resolve(name)
    if (!(await hasRows(database.read))) throw new CommandError('The database is empty: there is nothing to back up.')
    const store = await storeOf(config, database)
    const { summaries } = await withProgress((progress) => writeBackup(store, file, progress))
    print(`${file}: ${pluralize(total(summaries), 'row')}, ${megabytes(file)} MB.`)
  })

interface RestoreFlags {
  force?: boolean
  space?: string
  organization?: string
}

const restore = (name: string, { force = false, space, organization }: RestoreFlags): Promise<void> =>
  withAnyStore(async ({ config, database }) => {
    if (space !== undefined && organization !== undefined)
      throw new CommandError('Choose --space or --organization, not both.')
    const target = await storeOf(config, database)
    const id = space ?? organization
    if (id !== undefined) {
      await requireSchema(database)
      return restoreOne(name, target, { kind: space === undefined ? 'organization' : 'space', id }, force)
    }
    const { restoreBackup } = await import('../backup/restore.ts')
    const restored = await withBackupFile(name, config.data, (file) =>
      withProgress((progress) => restoreBackup(file, target, { force, progress })),
    )
    print(`Restored ${pluralize(total(restored.summaries), 'row')} of ${describe(restored.meta)}.`)
    printNotes([...restored.warnings, ...restored.faults])
  })

async function restoreOne(name: string, target: Target, part: Part, force: boolean): Promise<void> {
  const { restorePart } = await import('../backup/partial/restore-part.ts')
  const { meta, title, rows, warnings } = await withBackupFile(name, target.data, (file) =>
    withProgress((progress) => restorePart(file, target, part, { force, progress })),
  )
  print(`Restored the ${part.kind} "${title}": ${pluralize(rows, 'row')} of ${describe(meta)}.`)
  printNotes(warnings)
}

function printNotes(notes: string[]): void {
  for (const note of notes) process.stderr.write(`Note: ${note}\n`)
}

async function storeOf(config: Config, database: Database) {
  const { openFiles } = await import('../files/files.ts')
  return { ...config, database, backend: openFiles(config).store.backend }
}

const verifyStore = ({ json }: { json?: boolean }): Promise<void> =>
  withAnyStore(async ({ database }) => {
    const { listFaults } = await import('../backup/integrity.ts')
    await requireSchema(database)
    const faults = await withProgress((progress) => database.snapshot((db) => listFaults(db, progress)))
    report('The store is sound.', faults, json)
  })

// A backup can be verified without a store, so the scratch copy is not in the data folder.
async function verifyFile(name: string, { json }: { json?: boolean }): Promise<void> {
  const { verifyBackup } = await import('../backup/verify.ts')
  const proven = await withBackupFile(name, tmpdir(), (file) =>
    withProgress((progress) => verifyBackup(file, { scratch: tmpdir(), progress })),
  )
  const { meta, summaries, faults } = proven
  report(`${name} can be restored: ${pluralize(total(summaries), 'row')} of ${describe(meta)}.`, faults, json)
}

function report(sound: string, faults: string[], json = false): void {
  if (faults.length > 0) process.exitCode = 1
  const lines =
    faults.length === 0 ? [sound] : [`${pluralize(faults.length, 'fault')}:`, ...faults.map((fault) => `- ${fault}`)]
  if (json) printJson({ sound: faults.length === 0, faults })
  else print(lines.join('\n'))
}

async function withProgress<T>(work: (progress: (what: string, count: number) => void) => Promise<T>): Promise<T> {
  const { progress, done } = showProgress()
  return work(progress).finally(done)
}

const describe = ({ lectern, createdAt, source }: Meta) =>
  `a backup that Lectern ${lectern} made from ${source === 'postgres' ? 'PostgreSQL' : 'SQLite'} at ${createdAt}`

const total = (summaries: { rows: number }[]) => summaries.reduce((sum, { rows }) => sum + rows, 0)

const megabytes = (file: string) => (statSync(file).size / 1_000_000).toFixed(1)
