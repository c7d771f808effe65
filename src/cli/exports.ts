// lectern export: writes the content of a space to a folder or a Git repository, or a site as pages to a folder or archive.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { CommandError } from './failures.ts'
import { requireSpace, runGitOperation } from './imports.ts'
import { pluralize, print, showSteps } from './print.ts'
import type { SiteExportOptions } from './site-exports.ts'
import { type OpenStore, withStore } from './store.ts'

const AFTER = `
Writes only changes: the file of a page that was not edited since its import stays identical. If files in a folder were
changed since the last import or export, the command lists them and writes nothing, unless --force is given.

Examples:
  $ lectern export --space 0VTQhFLBqZ7hXK5tXbJm ./handbook
  $ lectern export --site 0VTQhFLBqZ7hXK5tXbJm ./handbook.zip
  $ lectern export --space 0VTQhFLBqZ7hXK5tXbJm https://token@example.com/team/handbook.git --message "From Lectern"`

interface Options extends Partial<SiteExportOptions> {
  space?: string
  ref: string
  message: string
  directory?: string
  force?: boolean
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description('write the content of a space to a folder or a Git repository, or a site to a folder or an archive')
    .argument(
      '<target>',
      'a folder, created if needed; for a space also the URL of a repository, for a site also a .zip file',
    )
    .option('--space <id>', 'the space')
    .option('--site <id>', 'the site: pages that open in a browser without a server')
    .option('--at <time>', 'for a site: as it was at this moment')
    .option('--claims <json>', 'for a site: as a visitor with these claims reads it')
    .option('--ref <ref>', 'the branch to commit to, for a repository', 'refs/heads/main')
    .option('--message <text>', 'the commit message, for a repository', 'Export from Lectern')
    .option('--directory <path>', 'the subfolder that contains .gitbook.yaml')
    .option('--force', 'overwrite changes made there since the last import or export')
    .addHelpText('after', AFTER)
    .action(exportContent)
}

function exportContent(to: string, { site, space, ...options }: Options): Promise<void> {
  if ((site === undefined) === (space === undefined)) throw new CommandError('Name either --space or --site.')
  return withStore(async (store) => {
    if (site === undefined) return exportSpace(store, to, space!, options)
    const { exportSite } = await import('./site-exports.ts')
    return exportSite(store, to, { site, ...options })
  })
}

async function exportSpace(store: OpenStore, to: string, id: string, options: Options): Promise<void> {
  const space = await requireSpace(store, id)
  const { ref, message, directory, force } = options
  if (/^(https?|file):\/\//.test(to)) {
    const place = directory !== undefined && { repoProjectDirectory: directory }
    await runGitOperation(store, space, 'export', {
      url: to,
      ref,
      commitMessage: message,
      ...place,
      ...(force && { force }),
    })
    return print(`${space.title || space.id} is exported.`)
  }
  if (/^[a-z][\w+.-]*:\/\//i.test(to)) throw new CommandError(`${to} is neither a folder nor the URL of a repository.`)
  const { exportFiles } = await import('../resources/git/folders.ts')
  const { openFiles } = await import('../files/files.ts')
  const steps = showSteps('files written')
  const means = { database: store.database, files: openFiles(store.config), progress: steps.at }
  const written = await exportFiles(means, {
    spaceId: space.id,
    folder: resolve(to),
    directory: directory ?? '',
    force: force ?? false,
  }).finally(steps.done)
  print(`${resolve(to)}: ${pluralize(written, 'file')} written.`)
}
