// Notifications, and how people want them.
import Type from 'typebox'
import { Id, named, oneOf, Timestamp, Uri } from '../server/schemas.ts'
import { User } from './users.ts'

export const KINDS = [
  'mentioned',
  'replied',
  'review-requested',
  'reviewed',
  'merged',
  'conflict',
  'import-finished',
] as const

export const DELIVERIES = ['console', 'mail', 'digest', 'off'] as const

const may = Type.Optional

const Status = Type.Unsafe<'approved' | 'changes-requested' | 'completed' | 'failed'>({
  ...oneOf('approved', 'changes-requested', 'completed', 'failed'),
  description: 'Of the review, or of the import.',
})

export const Notification = named(
  'Notification',
  Type.Object({
    object: Type.Literal('notification'),
    id: Type.String(),
    kind: oneOf(...KINDS),
    title: Type.String({ description: 'One sentence: who did what, and where.' }),
    read: Type.Boolean(),
    readAt: may(Timestamp),
    createdAt: Timestamp,
    organization: Type.String(),
    space: Type.Object({ id: Type.String(), title: Type.String() }),
    changeRequest: may(Type.Object({ id: Type.String(), number: Type.Integer(), subject: Type.String() })),
    comment: may(Type.String({ description: 'The comment, or the one that the reply belongs to.' })),
    reply: may(Type.String()),
    page: may(Type.String()),
    status: may(Status),
    importRun: may(Type.String()),
    reason: may(Type.String({ description: 'Why the import failed.' })),
    actor: may(User),
    urls: Type.Object({ app: Uri, location: Uri }),
  }),
)

export const NotificationsQuery = Type.Object({
  unread: may(Type.Boolean({ description: 'Only unread ones, or only read ones. `count` then counts these.' })),
})

export const NotificationPatch = Type.Object({ read: Type.Boolean() })

export const ReadNotifications = Type.Object({
  upTo: may(
    Type.Unsafe<string>({ ...Id, description: 'The newest notification to mark: those that came later stay unread.' }),
  ),
})

const DELIVERY =
  'console: only in the console; mail: also by mail at once; digest: also in a daily mail; off: not at all'

const kinds = Object.fromEntries(
  KINDS.map((kind) => [
    kind,
    Type.Unsafe<(typeof DELIVERIES)[number]>({ ...oneOf(...DELIVERIES), description: DELIVERY }),
  ]),
) as Record<(typeof KINDS)[number], ReturnType<typeof Type.Unsafe<(typeof DELIVERIES)[number]>>>

export const NotificationSettings = named(
  'NotificationSettings',
  Type.Object({
    object: Type.Literal('notification-settings'),
    kinds: Type.Object(kinds),
    mutedSpaces: Type.Array(Type.String(), { description: 'The spaces you get no notifications of.' }),
    mail: Type.Boolean({ description: 'Whether this server can send mail.' }),
  }),
)

export const NotificationSettingsPatch = Type.Object({ kinds: may(Type.Partial(Type.Object(kinds))) })
