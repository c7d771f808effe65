// Backups on schedule, for admins of the server only; for everyone else, nothing is there.
import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { named, oneOf, Timestamp } from '../../server/schemas.ts'

const Count = Type.Optional(Type.Integer({ minimum: 0 }))

const ServerBackup = named(
  'ServerBackup',
  Type.Object({
    object: Type.Literal('server-backup'),
    id: Type.String(),
    state: Type.Unsafe<'requested' | 'running' | 'done' | 'failed'>(oneOf('requested', 'running', 'done', 'failed')),
    target: Type.String({ description: 'The folder or bucket.' }),
    requested: Type.Boolean({ description: 'Whether somebody asked for it; else it was made on schedule.' }),
    createdAt: Timestamp,
    startedAt: Type.Optional(Timestamp),
    endedAt: Type.Optional(Timestamp),
    name: Type.Optional(Type.String({ description: 'The name to restore it by.' })),
    kept: Type.Boolean({ description: 'Whether the target still has it.' }),
    rows: Count,
    files: Count,
    fileBytes: Count,
    newBytes: Type.Optional(Type.Integer({ minimum: 0, description: 'What the target did not have before.' })),
    error: Type.Optional(Type.String()),
  }),
)

export const serverBackupRoutes = routes('Server', {
  listServerBackups: {
    get: '/server/backups',
    can: 'user',
    list: ServerBackup,
    summary: 'List the backups made on schedule or on request, newest first; for server admins',
  },
  createServerBackup: {
    post: '/server/backups',
    can: 'user',
    status: 200,
    reply: ServerBackup,
    event: 'server.backup.requested',
    summary: 'Make a backup now; replies with the one that is being made, if any; for server admins',
  },
})
