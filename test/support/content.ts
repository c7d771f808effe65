// Helpers for tests that fill an organization with content and people, and read it.

import type { Role } from '../../src/db/tables.ts'
import { insertMember } from '../../src/domain/people/organizations.ts'
import type { Answer } from './http.ts'
import type { Person, TestServer } from './server.ts'

/** An organization and its admin. */
export interface Scene {
  organization: string
  admin: Person
}

interface Named {
  id: string
}

export const createSpace = async ({ organization, admin }: Scene, body: object = {}) =>
  (await admin.http.post(`/v1/orgs/${organization}/spaces`, body)).body

export const createCollection = async ({ organization, admin }: Scene, body: object = {}) =>
  (await admin.http.post(`/v1/orgs/${organization}/collections`, body)).body

/** Lists all that the admin sees in the organization, in order. */
export async function list({ organization, admin }: Scene, what: 'spaces' | 'collections') {
  const { body } = await admin.http.get(`/v1/orgs/${organization}/${what}?limit=1000`)
  return body.items as { id: string; parent?: string }[]
}

export const listIds = async (scene: Scene, what: 'spaces' | 'collections'): Promise<string[]> =>
  (await list(scene, what)).map(({ id }) => id)

/** Creates a user who is a member of the organization; null creates a guest. */
export async function enter(server: TestServer, { organization }: Scene, role: Role | null): Promise<Person> {
  const person = await server.join()
  await addMember(server, organization, person, role)
  return person
}

export const addMember = (server: TestServer, organization_id: string, { id }: Named, role: Role | null) =>
  server.database.write((db) => insertMember(db, { organization_id, user_id: id, role }))

export const beforeSpace = ({ id }: Named) => ({ position: { before: { type: 'space' as const, space: id } } })
export const afterSpace = ({ id }: Named) => ({ position: { after: { type: 'space' as const, space: id } } })

export const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status
