// The aggregated list of permissions agrees with the access rule for one user, for any settings and grants.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCollection, createSpace, enter } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import type { Caller } from '../../access/caller.ts'
import { loadCollection, loadSpace } from '../../access/loading/objects.ts'
import { ROLES } from '../../access/roles.ts'
import type { Db, DefaultLevel, Role } from '../../db/tables.ts'
import { insertTeam } from '../../domain/people/teams.ts'
import { ApiError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'

const server = startedServer()

type Target = { kind: 'space' | 'collection'; id: string }

async function createWorld() {
  const scene = await server.found()
  const outer = await createCollection(scene)
  const inner = await createCollection(scene, { parent: outer.id })
  const targets: Target[] = [outer, inner].map(({ id }) => ({ kind: 'collection', id }))
  for (const parent of [undefined, outer.id, inner.id])
    targets.push({ kind: 'space', id: (await createSpace(scene, { parent })).id })
  const people = [scene.admin]
  for (const role of ['create', 'read', null, null] as const) people.push(await enter(server, scene, role))
  const team = await server.database.write(async (db) => {
    const { id, created_at } = await insertTeam(db, scene.organization, 'Both')
    for (const person of people.slice(2, 4))
      await db
        .insertInto('team_members')
        .values({ team_id: id, user_id: person.id, role: 'member', created_at })
        .execute()
    return id
  })
  return { scene, targets, people, team }
}

type World = Awaited<ReturnType<typeof createWorld>>

interface Setting {
  levels: DefaultLevel[]
  /** The target, the user (0 is the team) and the role. */
  grants: [number, number, Role][]
}

const setting: fc.Arbitrary<Setting> = fc.record({
  levels: fc.array(fc.constantFrom('inherit', 'inherit', null, 'read', 'review'), { minLength: 5, maxLength: 5 }),
  grants: fc.uniqueArray(fc.tuple(fc.nat(4), fc.nat(4), fc.constantFrom(...ROLES)), {
    maxLength: 6,
    selector: ([target, holder]) => `${target} ${holder}`,
  }),
})

async function arrange(db: Db, { targets, people, team }: World, { levels, grants }: Setting): Promise<void> {
  await db.deleteFrom('grants').execute()
  for (const [at, { kind, id }] of targets.entries())
    await db.updateTable(`${kind}s`).set({ default_level: levels[at]! }).where('id', '=', id).execute()
  for (const [target, holder, role] of grants) {
    const { kind, id } = targets[target]!
    const to = holder === 0 ? { team_id: team } : { user_id: people[holder]!.id }
    await db
      .insertInto('grants')
      .values({ id: newId(), [`${kind}_id`]: id, ...to, role })
      .execute()
  }
}

/** The role of a user by the access rule. */
async function roleOf(db: Db, userId: string, { kind, id }: Target): Promise<Role | null> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const caller: Caller = { user, tokenId: '', boundTo: null }
  const load = kind === 'space' ? loadSpace : loadCollection
  try {
    return (await load(db, caller, id)).role
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

test('listPermissionsAggregateInSpace, listPermissionsAggregateInCollection: agree with the access of each user', async () => {
  const world = await createWorld()
  await fc.assert(
    fc.asyncProperty(setting, async (setting) => {
      await server.database.write((db) => arrange(db, world, setting))
      for (const target of world.targets) {
        const expected: Record<string, Role> = {}
        for (const { id } of world.people) {
          const role = await roleOf(server.database.read, id, target)
          if (role) expected[id] = role
        }
        const { body } = await world.scene.admin.http.get(`/v1/${target.kind}s/${target.id}/permissions/aggregate`)
        const items: { permission: Role; user: { id: string } }[] = body.items
        expect(Object.fromEntries(items.map(({ permission, user }) => [user.id, permission]))).toEqual(expected)
        expect(body.count).toBe(Object.keys(expected).length)
      }
    }),
    { numRuns: 20 },
  )
}, 180_000)
