// The parts of the world, one file per noun: makers of the objects in paths, and prerequisites of the operations.
import { at } from '../operations.ts'
import type { Person, TestServer } from '../server.ts'

export type Ids = Record<string, string>

export interface World {
  server: TestServer
  admin: Person
  /** A member with the read role who is in the team and has grants of their own. */
  member: Person
  /** The integration, with its token. */
  integration?: Person
  /** The id of an object for each path parameter. */
  ids: Ids
}

export const ORGANIZATION = '/v1/orgs/:organizationId'
export const SITE = '/v1/orgs/:organizationId/sites/:siteId'
export const INSTALLATION = '/v1/integrations/:integrationName/installations/:installationId'
export const CHANGE_REQUEST = '/v1/spaces/:spaceId/change-requests/:changeRequestId'

export async function make({ admin, ids }: World, path: string, body: object, method = 'POST'): Promise<string> {
  const { status, text, body: made } = await admin.http.send(method, at(path, ids), body)
  if (status >= 300) throw new Error(`No world without ${method} ${path}, which answered ${status}: ${text}`)
  return made.id
}

export const firstPage = async ({ admin, ids }: World): Promise<{ id: string; path: string; documentId: string }> =>
  (await admin.http.get(at('/v1/spaces/:spaceId/content/pages', ids))).body.pages[0]

export async function foundAnother({ admin, ids }: World): Promise<void> {
  ids.anotherOrganization = (await admin.http.post('/v1/orgs', { title: 'Another organization' })).body.id
}

// An address that is unreachable and not allowed.
export const NOWHERE = 'http://127.0.0.1:9/'

export interface Needs {
  /** Prepares the world for the operation. */
  before?: (world: World) => Promise<unknown>
  body?: (world: World) => unknown
  /** The query, if it is more than the smallest. */
  query?: (world: World) => Record<string, string>
  /** The caller, if not the admin. */
  as?: (world: World) => Promise<Person>
}

export interface Part {
  /** Creates an object for each parameter; later ones can use earlier ones. */
  makers?: Record<string, (world: World) => Promise<string>>
  /** Prerequisites of operations beyond path ids and the smallest valid body. */
  needs?: Record<string, Needs>
  /** Bodies that refer to objects: foreign ones must look nonexistent, as in paths. */
  pointing?: { id: string; body: (ids: Ids) => unknown }[]
  /** Operations that permanently remove or change their object. */
  final?: string[]
}
