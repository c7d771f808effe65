// Background jobs, for admins of the server only; for everyone else, nothing is there.
import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { named, oneOf, Timestamp } from '../../server/schemas.ts'

const State = Type.Unsafe<'waiting' | 'running' | 'failed'>({
  ...oneOf('waiting', 'running', 'failed'),
  description: 'A job that failed too often is not tried again by itself.',
})

const ServerJob = named(
  'ServerJob',
  Type.Object({
    object: Type.Literal('server-job'),
    id: Type.String(),
    kind: Type.String(),
    state: State,
    attempts: Type.Integer({ minimum: 0 }),
    runAt: Type.Unsafe<string>({ ...Timestamp, description: 'When it is due, or was.' }),
    createdAt: Timestamp,
    error: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
  }),
)

export const serverJobRoutes = routes('Server', {
  listServerJobs: {
    get: '/server/jobs',
    can: 'user',
    query: Type.Object({ state: Type.Optional(State) }),
    list: ServerJob,
    summary: 'List background jobs, newest first; for server admins',
  },
  retryServerJob: {
    post: '/server/jobs/:jobId/retry',
    can: 'user',
    status: 200,
    reply: ServerJob,
    event: 'server.job.retried',
    summary: 'Try a failed job again; for server admins',
  },
})
