// lectern export: the content of a space to a folder or a Git repository.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { CommandError } from './failures.ts'
import { demandSpace, runNow } from './imports.ts'
import { counted, print, showSteps } from './print.ts'
import { withStore } from './store.ts'

const AFTER = `
Writes only what differs: a file whose page nobody has edited since it was imported keeps every byte. In a folder, files
that were changed since the last import or export are left alone and named, unless it is forced.

Examples:
  $ lectern export --space 0VTQhFLBqZ7hXK5tXbJm ./handbook
  $ lectern export --space 0VTQhFLBqZ7hXK5tXbJm https://token@example.com/team/handbook.git --message "From Lectern"`

interface Options {
  space: string
  ref: string
  message: string
  directory?: string
  force?: boolean
}

export function addExport(program: Command): void {
  program
    .command('export')
    .description('write the content of a space to a folder or a Git repository')
    .argument('<folder|repository>', 'a folder, made if need be, or the https:// or file:// URL of a repository')
    .requiredOption('--space <id>', 'the space')
    .option('--ref <ref>', 'of a repository: the branch to commit to', 'refs/heads/main')
    .option('--message <text>', 'of a repository: the message of the commit', 'Export from Lectern')
    .option('--directory <path>', 'the folder in it that holds .gitbook.yaml')
    .option('--force', 'replace what was changed there since the last time')
    .addHelpText('after', AFTER)
    .action(bringOut)
}

const bringOut = (to: string, options: Options): Promise<void> =>
  withStore(async (store) => {
    const space = await demandSpace(store, options.space)
    const { ref, message, directory, force } = options
    if (/^(https?|file):\/\//.test(to)) {
      const place = directory !== undefined && { repoProjectDirectory: directory }
      await runNow(store, space, 'export', { url: to, ref, commitMessage: message, ...place, ...(force && { force }) })
      return print(`${space.title || space.id} is exported.`)
    }
    if (/^[a-z][\w+.-]*:\/\//i.test(to))
      throw new CommandError(`${to} is neither a folder nor the URL of a repository.`)
    const { exportFiles } = await import('../resources/git/folders.ts')
    const { openFiles } = await import('../files/files.ts')
    const steps = showSteps('files written')
    const means = { database: store.database, files: openFiles(store.config), progress: steps.at }
    const written = await exportFiles(means, {
      ...{ spaceId: space.id, folder: resolve(to), directory: directory ?? '', force: force ?? false },
    }).finally(steps.done)
    print(`${resolve(to)}: ${counted(written, 'file')} written.`)
  })
