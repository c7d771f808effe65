// lectern backups: lists, asks for and fetches backups that are made on schedule.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Meta } from '../backup/format.ts'
import type { Shelf } from '../backup/scheduled/shelf.ts'
import { type Config, readConfig } from '../config.ts'
import { CommandError } from './failures.ts'
import { pluralize, print, printJson, printTable, showProgress } from './print.ts'
import { withStore } from './store.ts'

const UNSET = 'LECTERN_BACKUP_TO is not set: say where backups are, such as /backups or s3://bucket/folder.'

export function addBackups(program: Command): void {
  const backups = program.command('backups').description('list, make and fetch backups on schedule')
  backups
    .command('list')
    .description('list the backups in the folder or bucket that LECTERN_BACKUP_TO names')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ lectern backups list')
    .action(listBackups)
  backups
    .command('now')
    .description('ask the running servers to make a backup now')
    .addHelpText('after', '\nExample:\n  $ lectern backups now')
    .action(askForBackup)
  backups
    .command('fetch')
    .description('write a backup to one file, as "lectern backup" does')
    .argument('<name>', 'a name from "lectern backups list", or "latest"')
    .argument('<file>', 'the file to write; it must not exist')
    .addHelpText('after', '\nExample:\n  $ lectern backups fetch latest lectern.db')
    .action(fetchBackup)
}

async function listBackups({ json }: { json?: boolean }): Promise<void> {
  const { readList } = await import('../backup/scheduled/list.ts')
  const shelf = await openConfigured(readConfig())
  const lists = []
  for (const name of await shelf.listBackups()) {
    const { meta, tables, files } = await readList(shelf, name)
    const rows = tables.reduce((sum, { summary }) => sum + summary.rows, 0)
    lists.push({ name, lectern: meta.lectern, rows, files: files.count, fileBytes: files.bytes })
  }
  const foreign = await shelf.countForeign()
  if (json) return printJson({ backups: lists, madeWithOtherKeys: foreign })
  print(`${pluralize(lists.length, 'backup')}.`)
  if (lists.length > 0)
    printTable(
      ['NAME', 'VERSION', 'ROWS', 'FILES', 'MB OF FILES'],
      lists.map(({ name, lectern, rows, files, fileBytes }) => [
        name,
        lectern,
        rows,
        files,
        (fileBytes / 1_000_000).toFixed(1),
      ]),
    )
  if (foreign > 0) print(`${pluralize(foreign, 'backup')} made with another key, or with none.`)
}

const askForBackup = (): Promise<void> =>
  withStore(async ({ config, database }) => {
    if (!config.backup) throw new CommandError(UNSET)
    const { describeTarget } = await import('../backup/scheduled/index.ts')
    const { requestRun } = await import('../backup/scheduled/runs.ts')
    const target = describeTarget(config.backup)
    const run = await database.write((db) => requestRun(db, target, null))
    print(run.state === 'running' ? 'A backup is being made.' : `A server will make a backup in ${target}.`)
  })

async function fetchBackup(name: string, file: string): Promise<void> {
  const { createdAt } = await assemble(readConfig(), name, resolve(file))
  print(`${resolve(file)} holds the backup of ${createdAt}.`)
}

async function assemble(config: Config, name: string, file: string): Promise<Meta> {
  const { assembleBackup, findBackup } = await import('../backup/scheduled/assemble.ts')
  if (existsSync(file)) throw new CommandError(`${file} exists: choose another name.`)
  const shelf = await openConfigured(config)
  const found = await findBackup(shelf, name)
  if (found === undefined) throw new CommandError(await whyNotFound(shelf, name))
  const { progress, done } = showProgress()
  return assembleBackup(shelf, found, file, progress).finally(done)
}

async function whyNotFound(shelf: Shelf, name: string): Promise<string> {
  const [own, others] = [(await shelf.listBackups()).length, await shelf.countForeign()]
  return own === 0 && others > 0
    ? `No backup was made with this key: set LECTERN_BACKUP_KEY to the one of the ${pluralize(others, 'backup')} there, or unset it.`
    : `There is no backup "${name}": "lectern backups list" lists those there are.`
}

async function openConfigured({ backup, data }: Config): Promise<Shelf> {
  if (!backup) throw new CommandError(UNSET)
  const { openShelf } = await import('../backup/scheduled/shelf.ts')
  return openShelf(backup, data)
}

/** Runs `work` on a backup: a file, or else the name of one that was made on schedule, which is fetched for that time. */
export async function withBackupFile<T>(name: string, scratch: string, work: (file: string) => Promise<T>): Promise<T> {
  const file = resolve(name)
  if (existsSync(file) || name.includes('/') || !process.env.LECTERN_BACKUP_TO) return work(file)
  const folder = mkdtempSync(join(scratch, 'scratch-'))
  try {
    const fetched = join(folder, 'fetched.db')
    await assemble(readConfig(), name, fetched)
    return await work(fetched)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
