// lectern import: content from a folder or a Git repository.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Row } from '../db/tables.ts'
import { CommandError } from './failures.ts'
import { counted, print, showSteps } from './print.ts'
import { type Opened, withStore } from './store.ts'

const AFTER = `
A folder or a repository has the layout of Git-synced spaces: SUMMARY.md for the page tree, pages as markdown, and
.gitbook.yaml if the content is not at the top. Pages that were imported before keep their ids. From a repository, what
was edited here since is merged with what it brings; a folder replaces the content. Either way it is one revision, and
the ones before stay.

Examples:
  $ lectern import ./handbook --space 0VTQhFLBqZ7hXK5tXbJm
  $ lectern import https://token@example.com/team/handbook.git --ref refs/heads/main --space 0VTQhFLBqZ7hXK5tXbJm`

interface Options {
  space: string
  ref: string
  directory?: string
  force?: boolean
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description('bring content from a folder or a Git repository into a space')
    .argument('<folder|repository>', 'a folder, or the https:// or file:// URL of a repository')
    .requiredOption('--space <id>', 'the space')
    .option('--ref <ref>', 'of a repository: what to import', 'refs/heads/main')
    .option('--directory <path>', 'the folder in it that holds .gitbook.yaml')
    .option('--force', 'of a repository: what was edited here since the last time does not count')
    .addHelpText('after', AFTER)
    .action(bringIn)
}

const bringIn = (from: string, options: Options): Promise<void> =>
  withStore(async (store) => {
    const space = await demandSpace(store, options.space)
    const isUrl = /^(https?|file):\/\//.test(from)
    if (!isUrl && !(existsSync(from) && statSync(from).isDirectory()))
      throw new CommandError(`${from} is neither a folder nor the URL of a repository.`)
    await (isUrl ? importRepository(store, space, from, options) : importFolder(store, space, resolve(from), options))
    const { loadHead } = await import('../resources/git/importing.ts')
    const { countRecords } = await import('../engine/tree/collections.ts')
    const { readContent } = await import('../resources/content/revisions.ts')
    const { id, root } = await loadHead(store.database.read, space.id)
    const pages = await readContent(store.database.read, countRecords(root, 'page'))
    print(`${space.title || space.id} has ${counted(pages, 'page')} now; the revision is ${id}.`)
  })

export async function demandSpace({ database }: Opened, id: string): Promise<Row<'spaces'>> {
  const found = database.read.selectFrom('spaces').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  const space = await found.executeTakeFirst()
  if (!space) throw new CommandError(`No space has the id ${id}.`)
  return space
}

async function importFolder(
  store: Opened,
  space: Row<'spaces'>,
  folder: string,
  { directory = '' }: Options,
): Promise<void> {
  const { importFiles } = await import('../resources/git/folders.ts')
  const { openFiles } = await import('../files/files.ts')
  const steps = showSteps('pages read')
  const means = { database: store.database, files: openFiles(store.config), progress: steps.at }
  await importFiles(means, { spaceId: space.id, folder, directory }).finally(steps.done)
}

async function importRepository(store: Opened, space: Row<'spaces'>, url: string, options: Options): Promise<void> {
  const { ref, directory, force } = options
  const request = {
    url,
    ref,
    ...(directory !== undefined && { repoProjectDirectory: directory }),
    ...(force && { force }),
  }
  await runNow(store, space, 'import', request)
}

/** Does what the API would queue. */
export async function runNow(
  { config, database }: Opened,
  space: Row<'spaces'>,
  direction: 'import' | 'export',
  request: object,
): Promise<void> {
  const { openFiles } = await import('../files/files.ts')
  const { createFetcher } = await import('../fetch/fetcher.ts')
  const { createGit } = await import('../git/git.ts')
  const { createVault } = await import('../lib/sealing.ts')
  const { performNow } = await import('../resources/git/folders.ts')
  const git = createGit({ fetcher: createFetcher({ allowed: config.fetchAllow }), folder: config.gitFolder })
  const steps = showSteps(direction === 'import' ? 'pages read' : 'pages written')
  const means = { database, files: openFiles(config), git, vault: createVault(config.secret), progress: steps.at }
  await performNow(means, { spaceId: space.id, direction, request }).finally(steps.done)
}
