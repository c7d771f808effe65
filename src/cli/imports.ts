// lectern import: imports content from a folder, a Git repository, or the site or export of another tool.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Row } from '../db/tables.ts'
import type { GitRequest } from '../shapes/git.ts'
import { CommandError, notThere } from './failures.ts'
import { importForeign, isArchive, toolOf } from './foreign-imports.ts'
import type { MoveOptions } from './gitbook/index.ts'
import { pluralize, print, showSteps } from './print.ts'
import { type OpenStore, withStore } from './store.ts'

const AFTER = `
The source has the layout of Git-synced spaces: SUMMARY.md for the page tree, pages as Markdown, and .gitbook.yaml if the
content is in a subfolder. Pages that were imported before keep their ids. Content from a repository is merged with edits
made here since the last import; a folder replaces the content. Both create one revision and keep the earlier ones.

Sites of Docusaurus, MkDocs and Mintlify, and exports of Confluence, Notion, Outline (Markdown) and BookStack (portable
ZIP) are recognized by their files: name a folder or a .zip file. What cannot be carried over is listed. Importing the same
again changes nothing.

--from gitbook moves a whole organization through the API of GitBook or of another Lectern: collections, spaces, open change
requests, comments, and sites with their structure and settings. It needs a token of the source in GITBOOK_TOKEN, and one of
this server, which has to run, in LECTERN_TOKEN. What was moved is kept in a file: run it again to go on, or to bring what
has changed since.

Examples:
  $ lectern import ./handbook --space 0VTQhFLBqZ7hXK5tXbJm
  $ lectern import ./notion-export.zip --space 0VTQhFLBqZ7hXK5tXbJm --dry-run
  $ lectern import https://api.gitbook.com --from gitbook --organization <there> --into <here> --dry-run
  $ lectern import https://token@example.com/team/handbook.git --ref refs/heads/main --space 0VTQhFLBqZ7hXK5tXbJm`

interface Options extends MoveOptions {
  space?: string
  ref: string
  directory?: string
  force?: boolean
  from?: string
  dryRun?: boolean
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description('import content from a folder, a Git repository, or a site or export of another tool into a space')
    .argument('<source>', 'a folder, a .zip file, or the https:// or file:// URL of a repository')
    .option('--space <id>', 'the space')
    .option('--ref <ref>', 'the branch, tag or commit to import, for a repository', 'refs/heads/main')
    .option('--directory <path>', 'the subfolder that contains .gitbook.yaml')
    .option('--force', 'discard edits made here since the last import, for a repository')
    .option('--from <tool>', 'what a folder or .zip file comes from, if it is not recognized')
    .option('--organization <id>', 'for GitBook: the organization to move')
    .option('--into <id>', 'for GitBook: the organization of this server')
    .option('--server <url>', 'for GitBook: the address of this server; LECTERN_URL by default')
    .option('--state <file>', 'for GitBook: what was moved; a file in the data folder by default')
    .option('--dry-run', 'change nothing, and say what the import would do')
    .addHelpText('after', AFTER)
    .action(importContent)
}

async function importContent(from: string, options: Options): Promise<void> {
  if (options.from !== 'gitbook') return importIntoSpace(from, options)
  const { importOrganization } = await import('./gitbook/index.ts')
  return importOrganization(from, options)
}

const importIntoSpace = (from: string, options: Options): Promise<void> =>
  withStore(async (store) => {
    if (options.space === undefined) throw new CommandError('Name the space: --space <id>.')
    const space = await requireSpace(store, options.space)
    const isUrl = /^(https?|file):\/\//.test(from)
    if (!isUrl && !(existsSync(from) && (isArchive(from) || statSync(from).isDirectory())))
      throw new CommandError(`${from} is neither a folder, nor a .zip file, nor the URL of a repository.`)
    const tool = isUrl ? undefined : await toolOf(from, options)
    if (options.dryRun && tool === undefined)
      throw new CommandError('A dry run is for sites and exports of other tools: name one with --from.')
    const { loadHead } = await import('../resources/git/import.ts')
    const before = await loadHead(store.database.read, space.id)
    if (tool !== undefined) await importForeign(store, space, { path: resolve(from), tool, dryRun: !!options.dryRun })
    if (options.dryRun) return
    if (tool === undefined)
      await (isUrl ? importRepository(store, space, from, options) : importFolder(store, space, resolve(from), options))
    const { countRecords } = await import('../engine/tree/collections.ts')
    const { openTree } = await import('../engine/tree/draft.ts')
    const { readContent } = await import('../domain/revisions/revisions.ts')
    const { id, root } = await loadHead(store.database.read, space.id)
    const pages = await readContent(store.database.read, countRecords(openTree(root), 'page'))
    const title = space.title || space.id
    print(
      id === before.id
        ? `Nothing has changed: ${title} has ${pluralize(pages, 'page')}.`
        : `${title} has ${pluralize(pages, 'page')} now; the revision is ${id}.`,
    )
  })

export async function requireSpace({ database }: OpenStore, id: string): Promise<Row<'spaces'>> {
  const found = database.read.selectFrom('spaces').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  const space = await found.executeTakeFirst()
  if (!space) throw notThere('space', id)
  return space
}

async function importFolder(
  store: OpenStore,
  space: Row<'spaces'>,
  folder: string,
  { directory = '' }: Options,
): Promise<void> {
  const { importFiles } = await import('../resources/git/folders.ts')
  const { fileMarks } = await import('../domain/unused/index.ts')
  const { openFiles } = await import('../files/files.ts')
  const steps = showSteps('pages read')
  const means = {
    database: store.database,
    files: openFiles(store.config, fileMarks(store.database)),
    progress: steps.at,
  }
  await importFiles(means, { spaceId: space.id, folder, directory }).finally(steps.done)
}

async function importRepository(store: OpenStore, space: Row<'spaces'>, url: string, options: Options): Promise<void> {
  const { ref, directory, force } = options
  const request = {
    url,
    ref,
    ...(directory !== undefined && { repoProjectDirectory: directory }),
    ...(force && { force }),
  }
  await runGitOperation(store, space, 'import', request)
}

/** Runs a Git operation at once, which the API would queue. */
export async function runGitOperation(
  { config, database }: OpenStore,
  space: Row<'spaces'>,
  direction: 'import' | 'export',
  request: GitRequest,
): Promise<void> {
  const { openFiles } = await import('../files/files.ts')
  const { fileMarks } = await import('../domain/unused/index.ts')
  const { createFetcher } = await import('../fetch/fetcher.ts')
  const { createGit } = await import('../git/git.ts')
  const { createVault } = await import('../lib/sealing.ts')
  const { runNow } = await import('../resources/git/folders.ts')
  const git = createGit({ fetcher: createFetcher({ allowed: config.fetchAllow }), folder: config.gitFolder })
  const steps = showSteps(direction === 'import' ? 'pages read' : 'pages written')
  const means = {
    database,
    files: openFiles(config, fileMarks(database)),
    git,
    vault: createVault(config.secret),
    progress: steps.at,
  }
  await runNow(means, { spaceId: space.id, direction, request }).finally(steps.done)
}
