import type { AnyCaller } from '../../access/caller.ts'
import { compilePathLoader } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import { announceSpace } from '../../db/signals.ts'
import type { Db } from '../../db/tables.ts'
import { ApiError } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { readChanges } from './feed.ts'
import { listPresences, putPresence } from './presences.ts'
import { liveRoutes } from './routes.ts'

export const live = implement(liveRoutes, {
  async getUserStream({ db, caller, query, urls }) {
    const spaces = await listVisible(db, caller, [...new Set(query.spaces)])
    const changes = await readChanges(db, spaces, query.after)
    const ids = spaces.map(({ id }) => id)
    return { ...changes, presence: await listPresences(db, ids, urls) }
  },

  async updatePresence({ db, space, caller, body, report }) {
    await putPresence(db, { spaceId: space.id, userId: caller.user.id }, body)
    announceSpace(db, space.id)
    report({ changed: false })
  },
})

const loadSpace = compilePathLoader({ names: ['spaceId'], can: 'space.view', withDeleted: false })

/** Those of the spaces that the caller may see now. */
async function listVisible(db: Db, caller: AnyCaller, ids: readonly string[]): Promise<Objects['space'][]> {
  const visible: Objects['space'][] = []
  for (const spaceId of ids) {
    const found = await loadSpace(db, caller, { params: { spaceId }, forWrite: false }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return undefined
      throw error
    })
    if (found) visible.push(found.space!)
  }
  return visible
}
