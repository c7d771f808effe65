// lectern jobs: the background work that was given up on.
import type { Command } from 'commander'
import { CommandError } from './failures.ts'
import { counted, print, printJson, printTable } from './print.ts'
import { withStore } from './store.ts'

export function addJobs(program: Command): void {
  const jobs = program.command('jobs').description('background work that failed for good')
  jobs
    .command('list')
    .description('list the jobs that failed too often and are kept, and say how many wait')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ lectern jobs list --json')
    .action(listJobs)
  jobs
    .command('retry')
    .description('queue such a job once more')
    .argument('<id>', 'the id of the job, as "lectern jobs list" shows it')
    .addHelpText('after', '\nExample:\n  $ lectern jobs retry 0VTQhFLBqZ7hXK5tXbJm')
    .action(retryJob)
}

const listJobs = ({ json }: { json?: boolean }): Promise<void> =>
  withStore(async ({ database }) => {
    const { countJobs, listDeadJobs } = await import('../db/jobs.ts')
    const { queued } = await countJobs(database.read)
    const dead = await listDeadJobs(database.read)
    if (json) return printJson({ queued, dead })
    print(`${counted(queued, 'job')} queued, ${counted(dead.length, 'job')} failed for good.`)
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
    const { reviveJob } = await import('../db/jobs.ts')
    if (!(await database.write((db) => reviveJob(db, id)))) throw new CommandError(`No failed job has the id ${id}.`)
    print(`The job ${id} is queued again.`)
  })
