import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import {
  describe,
  findDeliveries,
  findNotification,
  isVisibleTo,
  listNotifications,
  mutedSpacesOf,
  muteSpace,
  putDeliveries,
  readAll,
  setRead,
  toNotification,
  unmuteSpace,
} from '../../domain/notifications/index.ts'
import { refuseBeyondBinding } from '../../domain/people/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import type { Settings } from '../../server/settings.ts'
import { notificationRoutes } from './routes.ts'

export const notifications = implement(notificationRoutes, {
  async listNotifications({ db, caller, query, page, urls }) {
    const { rows, count, next } = await listNotifications(db, caller, query, page)
    return { items: (await describe(db, rows)).map((each) => toNotification(each, urls)), count, next }
  },

  async updateNotification({ db, caller, params, body, urls, report }) {
    const row = await findNotification(db, caller, params.notificationId)
    if (!row) throw problem('notFound')
    const changed = (row.read_at !== null) !== body.read
    report({ target: { kind: 'user', id: caller.user.id }, changed })
    const [described] = await describe(db, [changed ? await setRead(db, row.id, body.read) : row])
    return toNotification(described!, urls)
  },

  async readAllNotifications({ db, caller, body, report }) {
    const count = await readAll(db, caller, body.upTo)
    report({ target: { kind: 'user', id: caller.user.id }, changed: count > 0 })
  },

  getNotificationSettings: ({ db, caller, settings }) => presentSettings(db, caller, settings),

  async updateNotificationSettings({ db, caller, body, settings, report }) {
    // The identity provider of one organization must not decide what somebody hears of the others.
    await refuseBeyondBinding(db, caller)
    await putDeliveries(db, caller.user.id, body.kinds ?? {})
    report({ target: { kind: 'user', id: caller.user.id } })
    return presentSettings(db, caller, settings)
  },

  async muteSpace({ db, caller, space, report }) {
    report({ changed: await muteSpace(db, caller.user.id, space.id) })
  },

  async unmuteSpace({ db, caller, space, report }) {
    report({ changed: await unmuteSpace(db, caller.user.id, space.id) })
  },
})

async function presentSettings(db: Db, caller: Caller, { mail }: Settings) {
  const muted = await mutedSpacesOf(db, caller.user.id)
    .where(await isVisibleTo(db, caller, sql.ref('muted_spaces.space_id')))
    .orderBy('space_id')
    .execute()
  return {
    object: 'notification-settings' as const,
    kinds: await findDeliveries(db, caller.user.id),
    mutedSpaces: muted.map(({ space_id }) => space_id),
    mail,
  }
}
