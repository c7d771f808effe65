// @slow
// Lists and counts compute visible spaces as sets; opening a space checks one. Both must agree, in generated
// organizations.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { atLeast, type DefaultLevel, ROLES, type Role } from '../../access/roles.ts'
import type { Db } from '../../db/tables.ts'
import { insertCollection, updateCollection } from '../../domain/collections/collections.ts'
import { insertMember } from '../../domain/people/organizations.ts'
import { putTeamMembers } from '../../domain/people/team-members.ts'
import { insertTeam } from '../../domain/people/teams.ts'
import { insertSpace, updateSpace } from '../../domain/spaces/spaces.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'

const server = startedServer()

// The last two are guests in one team each: they see only what that team was granted.
const MEMBERS: (Role | null)[] = [null, 'read', 'create', 'admin', null, null]
const GRANTED = 4
const people: Person[] = []

beforeAll(async () => {
  for (const _ of MEMBERS) people.push(await server.join())
})

const level = fc.constantFrom<DefaultLevel>('inherit', 'inherit', null, 'edit')
// The parent, as a distance back in the list: small numbers nest deeply, too large ones mean no parent.
const parent = fc.constantFrom(1, 1, 2, 3, 4, 9)
const team = fc.uniqueArray(fc.nat(GRANTED - 1))
const grant = fc.record({
  on: fc.constantFrom('space' as const, 'collection' as const),
  object: fc.nat(7),
  to: fc.constantFrom('user' as const, 'team' as const),
  holder: fc.nat(GRANTED - 1),
  role: fc.constantFrom(...ROLES),
})
const plans = fc.record({
  collections: fc.array(fc.record({ parent, level }), { minLength: 6, maxLength: 8 }),
  spaces: fc.array(fc.record({ parent, level, deleted: fc.constantFrom(true, false, false) }), {
    minLength: 8,
    maxLength: 12,
  }),
  teams: fc.tuple(team, team),
  grants: fc.array(grant, { minLength: 4, maxLength: 6 }),
})
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never

interface Built {
  organization: string
  admin: Person
  spaces: string[]
  teams: string[]
}

async function build(plan: Plan): Promise<Built> {
  const { organization, admin } = await server.found()
  return server.database.write(async (db) => {
    for (const [at, { id }] of people.entries())
      await insertMember(db, { organization_id: organization, user_id: id, role: MEMBERS[at]! })
    const { collections, spaces } = await buildContent(db, organization, plan)
    const teams = await buildTeams(db, organization, plan)
    await buildGrants(db, plan, { space: spaces, collection: collections, team: teams })
    return { organization, admin, spaces, teams }
  })
}

async function buildContent(db: Db, organization_id: string, plan: Plan) {
  const collections: string[] = []
  const spaces: string[] = []
  for (const { parent, level } of plan.collections) {
    const place = { organization_id, parent_id: collections.at(-parent) ?? null, position: newId() }
    const { id } = await insertCollection(db, place)
    await updateCollection(db, id, { default_level: level })
    collections.push(id)
  }
  for (const { parent, level, deleted } of plan.spaces) {
    const place = {
      organization_id,
      parent_id: collections.at(-parent) ?? null,
      position: newId(),
      default_level: level,
    }
    const { id } = await insertSpace(db, place, { createdBy: people[0]!.id })
    if (deleted) await updateSpace(db, id, { deleted_at: now() })
    spaces.push(id)
  }
  return { collections, spaces }
}

async function buildTeams(db: Db, organization: string, plan: Plan): Promise<string[]> {
  const ids: string[] = []
  for (const [at, members] of plan.teams.entries()) {
    const { id } = await insertTeam(db, organization, `Team ${at}`)
    await putTeamMembers(db, id, new Map([...members, GRANTED + at].map((who) => [people[who]!.id, undefined])))
    ids.push(id)
  }
  return ids
}

async function buildGrants(db: Db, { grants }: Plan, made: Record<'space' | 'collection' | 'team', string[]>) {
  for (const { on, object, to, holder, role } of grants) {
    const target = made[on][object]
    const holderId = to === 'team' ? made.team[holder % made.team.length]! : people[holder]!.id
    if (!target) continue
    await db
      .insertInto('grants')
      .values({ id: newId(), [`${on}_id`]: target, [`${to}_id`]: holderId, role })
      .onConflict((known) => known.doNothing())
      .execute()
  }
}

/** The spaces a user can open, with their permissions. */
async function open({ http }: Person, spaces: readonly string[]) {
  const answers = await Promise.all(spaces.map((id) => http.get(`/v1/spaces/${id}`)))
  const opened = answers.filter(({ status, body }) => status === 200 && !body.deletedAt)
  return opened.map(({ body: { id, permissions } }) => `${id} ${summary(permissions)}`).sort()
}

const summary = ({ comment, review, admin }: Record<string, boolean>) => `${comment} ${review} ${admin}`

const summaryOf = (role: Role) =>
  summary({ comment: atLeast(role, 'comment'), review: atLeast(role, 'review'), admin: atLeast(role, 'create') })

async function holds(plan: Plan): Promise<void> {
  const { organization, admin, spaces, teams } = await build(plan)
  const get = async (path: string, who = admin) => (await who.http.get(`/v1/orgs/${organization}${path}`)).body
  const counts = new Map((await get('/members')).items.map((member: never) => Object.values(pick(member))))
  for (const person of people) {
    const opened = await open(person, spaces)
    expect(counts.get(person.id)).toBe(opened.length)
    const listed = await get(`/members/${person.id}/spaces`)
    expect(
      listed.items.map(({ space, permission }: never) => `${idOf(space)} ${summaryOf(permission)}`).sort(),
    ).toEqual(opened)
    expect((await get('/spaces', person)).count).toBe(opened.length)
  }
  for (const [at, id] of teams.entries())
    expect((await get(`/teams/${id}`)).spaces).toBe(counts.get(people[GRANTED + at]!.id))
}

const pick = ({ id, spaces }: { id: string; spaces: number }) => ({ id, spaces })
const idOf = ({ id }: { id: string }) => id

test('listMembersInOrganizationById, listSpacesForOrganizationMember, getTeamInOrganizationById: count exactly the accessible spaces', async () => {
  await fc.assert(fc.asyncProperty(plans, holds), { numRuns: 10 })
}, 180_000)
