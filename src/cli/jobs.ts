// lectern jobs: lists and retries dead jobs.
import type { Command } from 'commander'
import { CommandError } from './failures.ts'
import { pluralize, print, printJson, printTable } from './print.ts'
import { withStore } from './store.ts'

export function addJobs(program: Command): void {
  const jobs = program.command('jobs').description('list and retry failed background jobs')
  jobs
    .command('list')
    .description('list the jobs that failed permanently, and the number of queued jobs')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ lectern jobs list --json')
    .action(listJobs)
  jobs
    .command('retry')
    .description('queue a failed job again')
    .argument('<id>', 'the id of the job, from "lectern jobs list"')
    .addHelpText('after', '\nExample:\n  $ lectern jobs retry 0VTQhFLBqZ7hXK5tXbJm')
    .action(retryJob)
}

const listJobs = ({ json }: { json?: boolean }): Promise<void> =>
  withStore(async ({ database }) => {
    const { countJobs, listDeadJobs } = await import('../db/jobs.ts')
    const { queued } = await countJobs(database.read)
    const dead = await listDeadJobs(database.read)
    if (json) return printJson({ queued, dead })
    print(`${pluralize(queued, 'job')} queued, ${pluralize(dead.length, 'job')} failed permanently.`)
    const rows = dead.map(({ id, kind, attempts, created_at, last_error }) => [
      id,
      kind,
      attempts,
      created_at,
      last_error,
    ])
    if (rows.length > 0) printTable(['ID', 'KIND', 'ATTEMPTS', 'QUEUED', 'ERROR'], rows)
  })

const retryJob = (id: string): Promise<void> =>
  withStore(async ({ database }) => {
    const { retryDeadJob } = await import('../db/jobs.ts')
    if (!(await database.write((db) => retryDeadJob(db, id))))
      throw new CommandError(`There is no failed job ${id}: "lectern jobs list" lists all of them.`)
    print(`The job ${id} is queued again.`)
  })
