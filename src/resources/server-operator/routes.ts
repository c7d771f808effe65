// How the server runs; for its admins only.
import Type from 'typebox'
import { LOG_LEVELS } from '../../server/log-ring.ts'
import { routes } from '../../server/operation.ts'
import { named, oneOf, Timestamp } from '../../server/schemas.ts'

const Health = named(
  'ServerHealth',
  Type.Object({
    object: Type.Literal('server-health'),
    host: Type.String({ description: 'The machine that replied.' }),
    startedAt: Timestamp,
    database: oneOf('sqlite', 'postgres'),
    memory: Type.Integer({ description: 'Bytes that the process uses.' }),
    jobs: Type.Object({ waiting: Type.Integer(), running: Type.Integer(), failed: Type.Integer() }),
    backups: Type.Optional(
      Type.Object({
        target: Type.String(),
        encrypted: Type.Boolean(),
        keep: Type.Integer(),
        nextAt: Timestamp,
      }),
    ),
    checks: Type.Array(
      Type.Object({
        name: oneOf('database', 'files', 'disk', 'jobs', 'backups', 'mail'),
        state: oneOf('fine', 'note', 'wrong'),
        message: Type.String(),
      }),
    ),
  }),
)

const InForce = named(
  'ServerSettings',
  Type.Object({
    object: Type.Literal('server-settings'),
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.Optional(Type.String({ description: 'Absent if it is not set, or secret.' })),
        source: Type.Unsafe<'environment' | 'file' | 'default'>({
          ...oneOf('environment', 'file', 'default'),
          description: 'The environment, a file that it names, or what holds without a setting.',
        }),
        secret: Type.Boolean(),
      }),
    ),
  }),
)

const Level = oneOf(...LOG_LEVELS)

const Logs = named(
  'ServerLogs',
  Type.Object({
    object: Type.Literal('server-logs'),
    host: Type.String({ description: 'The machine whose log it is.' }),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Timestamp,
        level: Level,
        message: Type.String(),
        details: Type.String({ description: 'The rest of the line, as JSON.' }),
      }),
    ),
  }),
)

const MailTest = named(
  'ServerMailTest',
  Type.Object({
    object: Type.Literal('server-mail-test'),
    sent: Type.Boolean(),
    error: Type.Optional(Type.String({ description: 'What the mail server answered.' })),
  }),
)

const Licenses = named(
  'ServerLicenses',
  Type.Object({
    object: Type.Literal('server-licenses'),
    license: Type.String({ description: 'The license of Lectern.' }),
    notices: Type.Optional(Type.String({ description: 'The licenses of the packages that the build contains.' })),
  }),
)

export const operatorRoutes = routes('Server', {
  getServerHealth: {
    get: '/server/health',
    can: 'user',
    reply: Health,
    summary: 'Check database, files, disk, jobs, backups and mail; for server admins',
  },
  getServerSettings: {
    get: '/server/settings',
    can: 'user',
    reply: InForce,
    summary: 'List the settings in force, and where each comes from; for server admins',
  },
  getServerLogs: {
    get: '/server/logs',
    can: 'user',
    query: Type.Object({
      level: Type.Optional(Type.Unsafe<(typeof LOG_LEVELS)[number]>({ ...Level, description: 'And all graver ones.' })),
      search: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    }),
    reply: Logs,
    summary: 'Read the log of the last hour, newest first, at most 500 lines; for server admins',
  },
  testServerMail: {
    post: '/server/mail-tests',
    can: 'user',
    readOnly: true,
    body: Type.Object({ to: Type.String({ format: 'email', maxLength: 254 }) }),
    reply: MailTest,
    summary: 'Send a mail at once, and say whether the mail server took it; for server admins',
  },
  getServerLicenses: {
    get: '/server/licenses',
    can: 'user',
    reply: Licenses,
    summary: 'Read the license of Lectern and those of what it contains; for server admins',
  },
})
