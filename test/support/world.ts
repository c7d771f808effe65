// One object of every kind in an organization of its own: the ids that paths need, and the prerequisites of each
// operation. A new parameter gets a maker; an operation that needs more than ids and the smallest body gets an entry in
// NEEDS.
import { at, bodyOf, type OperationEntry, operations, urlOf } from './operations.ts'
import { minimal, toSchema } from './samples.ts'
import type { Person, TestServer } from './server.ts'
import { account } from './world/account.ts'
import { changeRequests } from './world/change-requests.ts'
import { comments } from './world/comments.ts'
import { imports } from './world/imports.ts'
import { integrations } from './world/integrations.ts'
import { notifications } from './world/notifications.ts'
import { organizations } from './world/organizations.ts'
import { make, ORGANIZATION, type Part, SITE, type World } from './world/part.ts'
import { serverItself } from './world/server.ts'
import { sites } from './world/sites.ts'
import { spaces } from './world/spaces.ts'
import { specs } from './world/specs.ts'
import { translations } from './world/translations.ts'
import { webhooks } from './world/webhooks.ts'

export { endDevelopment, renderIn, renderInUrl } from './world/integrations.ts'
export type { World } from './world/part.ts'
export { computedFrom } from './world/specs.ts'

/** In this order, so that later ones can build on earlier ones. */
const PARTS: Part[] = [
  organizations,
  account,
  spaces,
  changeRequests,
  imports,
  comments,
  sites,
  specs,
  webhooks,
  integrations,
  translations,
  notifications,
  serverItself,
]

const MAKERS = PARTS.flatMap(({ makers = {} }) => Object.entries(makers))
const NEEDS = Object.assign({}, ...PARTS.map(({ needs }) => needs)) as NonNullable<Part['needs']>
const FINAL = PARTS.flatMap(({ final = [] }) => final)

/** Bodies that refer to objects: foreign ones must look nonexistent, as in paths. */
export const POINTING = PARTS.flatMap(({ pointing = [] }) => pointing)

/** Parameters that are words, which different objects may share; all others are ids. */
export const WORDS = ['emailDomain', 'pagePath', 'specSlug']

const NAMED = new Set(operations.flatMap(({ params }) => params))

/** Parameters without a maker. */
export const unmade = (): string[] => [...NAMED].filter((name) => !MAKERS.some(([made]) => made === name))

export async function createWorld(server: TestServer): Promise<World> {
  const { admin, organization } = await server.found()
  const member = await server.join()
  const world: World = { server, admin, member, ids: { organizationId: organization } }
  await make(world, `${ORGANIZATION}/invites`, { emails: [member.email], role: 'read' })
  for (const [name, maker] of MAKERS) if (NAMED.has(name)) world.ids[name] ??= await maker(world)
  const grant = { role: 'comment', users: [member.id], teams: [world.ids.teamId] }
  await make(world, '/v1/spaces/:spaceId/permissions', grant)
  await make(world, '/v1/collections/:collectionId/permissions', grant)
  await make(world, `${SITE}/permissions`, grant)
  return world
}

const shared = new WeakMap<TestServer, Promise<World>>()

/** Whether what it was about is gone or changed for good; so it is after all that delete, transfer or merge. */
export const isFinal = ({ verb, id }: OperationEntry): boolean =>
  verb === 'delete' || /^(transfer|merge)/.test(id) || FINAL.includes(id)

/** Returns a world in which the operation can be called; a new one if the operation would damage it. */
export const worldFor = (line: OperationEntry, server: TestServer): Promise<World> =>
  isFinal(line) ? createWorld(server) : sharedWorld(server)

/** Returns a shared world that stays intact; additions of an operation go to a copy of the ids. */
export async function sharedWorld(server: TestServer): Promise<World> {
  const making = shared.get(server) ?? createWorld(server)
  shared.set(server, making)
  const world = await making
  return { ...world, ids: { ...world.ids } }
}

/** Writes without an event, each with the reason. */
export const WITHOUT_EVENT: Record<string, string> = {
  trackEventsInSiteById: 'what visitors do is a log of its own',
  updatePresence: 'where people are is no change',
  updateViewedChange: 'what somebody has viewed concerns nobody else',
  readCommentsInSpace: 'what somebody has read concerns nobody else',
  readCommentsInChangeRequest: 'what somebody has read concerns nobody else',
}

/** Operations for users outside the organization, each with the reason. */
export const FOR_STRANGERS: Record<string, string> = {
  joinOrganizationWithInvite: 'an invite link lets in whoever has it',
  listSSOProviderLoginsInOrganization: 'whoever wants to sign in has to know where',
}

interface Prepared {
  caller: Person
  body: unknown
  /** Absent for the smallest query. */
  query: Record<string, string> | undefined
}

/** Prepares the world for an operation; returns its caller and input. */
export async function prepare(line: OperationEntry, world: World): Promise<Prepared> {
  const { before, body, query, as } = NEEDS[line.id] ?? {}
  await before?.(world)
  const caller = (await as?.(world)) ?? world.admin
  return { caller, body: body ? await body(world) : smallestBody(line), query: query?.(world) }
}

/** Calls an operation successfully. */
export async function succeed(line: OperationEntry, world: World) {
  const { caller, body, query } = await prepare(line, world)
  const url = query ? `${at(line.path, world.ids)}?${new URLSearchParams(query)}` : urlOf(line, world.ids)
  return caller.http.send(line.method, url, body)
}

export function smallestBody(line: OperationEntry): unknown {
  const shape = bodyOf(line)
  return shape && minimal(toSchema(shape))
}
