// The server itself: a job that failed.
import { MAX_ATTEMPTS } from '../../../src/db/jobs.ts'
import { newId } from '../../../src/lib/ids.ts'
import { now } from '../../../src/lib/time.ts'
import type { TestServer } from '../server.ts'
import type { Part, World } from './part.ts'

/** A job that has failed for good; its kind is none that a server could run. */
export const addFailedJob = async ({ database }: TestServer): Promise<string> => {
  const id = newId()
  const job = { id, kind: 'unknown', payload: '{}', state: 'dead', attempts: MAX_ATTEMPTS } as const
  const times = { run_at: now(), created_at: now(), last_error: 'It did not work.' }
  await database.write((db) =>
    db
      .insertInto('jobs')
      .values({ ...job, ...times })
      .execute(),
  )
  return id
}

const asServerAdmin = { as: async ({ server }: World) => server.admin }

const FOR_ADMINS = [
  ...['getServerHealth', 'getServerSettings', 'getServerLogs', 'getServerLicenses', 'getServerStorage'],
  ...[
    'testServerMail',
    'listServerJobs',
    'listServerBackups',
    'createServerBackup',
    'getServerUnused',
    'collectServerUnused',
  ],
]

export const serverItself: Part = {
  makers: { jobId: ({ server }) => addFailedJob(server) },
  needs: {
    ...Object.fromEntries(FOR_ADMINS.map((id) => [id, asServerAdmin])),
    retryServerJob: {
      ...asServerAdmin,
      before: async ({ server, ids }) => {
        ids.jobId = await addFailedJob(server)
      },
    },
  },
}
