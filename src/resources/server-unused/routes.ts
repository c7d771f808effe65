// Files and objects that nothing needs, for admins of the server only; for everyone else, nothing is there.
import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { named, Timestamp } from '../../server/schemas.ts'

const Count = Type.Integer({ minimum: 0 })

const ServerUnused = named(
  'ServerUnused',
  Type.Object({
    object: Type.Literal('server-unused'),
    files: Type.Integer({ minimum: 0, description: 'Stored files that nothing was found to need.' }),
    bytes: Count,
    objects: Type.Integer({ minimum: 0, description: 'Pieces of content that no revision needs.' }),
    days: Type.Integer({ minimum: 1, description: 'How many days something has to be unused before it is removed.' }),
    running: Type.Boolean(),
    nextAt: Type.Optional(Timestamp),
    last: Type.Optional(
      Type.Object({ startedAt: Timestamp, endedAt: Timestamp, files: Count, bytes: Count, objects: Count }),
    ),
  }),
)

const UNUSED = '/server/unused'

export const serverUnusedRoutes = routes('Server', {
  getServerUnused: {
    get: UNUSED,
    can: 'user',
    reply: ServerUnused,
    summary: 'Get how much is stored that nothing needs, and when it was last collected; for server admins',
  },
  collectServerUnused: {
    post: `${UNUSED}/collect`,
    can: 'user',
    status: 200,
    reply: ServerUnused,
    event: 'server.unused.collected',
    summary: 'Collect now: mark what nothing needs, and remove what has been marked for long enough; for server admins',
  },
})
