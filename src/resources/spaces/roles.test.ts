import { describe, expect, test } from 'vitest'
import { createCollection, createSpace } from '../../../test/support/content.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer()

const give = (space: { id: string }, { id }: Person, role: string | null) =>
  server.admin.http.post(`/v1/spaces/${space.id}/permissions`, { users: [id], role })

describe('permissions by role', () => {
  const FROM: [string, string[]][] = [
    ['read', ['view', 'access']],
    ['comment', ['comment']],
    ['edit', ['edit', 'propose']],
    ['review', ['review', 'merge']],
    ['create', ['admin', 'viewInviteLinks', 'triggerGitSync', 'installIntegration']],
    ['admin', []],
  ]
  const permittedTo = (role: string) => {
    const upTo = FROM.findIndex(([name]) => name === role)
    return FROM.slice(0, upTo + 1).flatMap(([, permissions]) => permissions)
  }
  const permitted = async (person: Person, space: { id: string }): Promise<string[]> => {
    const { status, body } = await person.http.get(`/v1/spaces/${space.id}`)
    if (status === 404) return []
    return Object.keys(body.permissions).filter((name) => body.permissions[name])
  }

  test.each(FROM)('getSpaceById: the permissions of the role %s', async (role) => {
    const space = await createSpace(server)
    const member = await server.join(role as 'read')
    expect((await permitted(member, space)).sort()).toEqual(permittedTo(role).sort())
    await server.admin.http.patch(`/v1/spaces/${space.id}`, { editMode: 'locked' })
    const locked = permittedTo(role).filter((name) => name !== 'edit')
    expect((await permitted(member, space)).sort()).toEqual(locked.sort())
  })

  test('getSpaceById: default levels grant and revoke access, and are inherited from collections', async () => {
    const outer = await createCollection(server)
    const inner = await createCollection(server, { parent: outer.id })
    const space = await createSpace(server, { parent: inner.id })
    const [editor, guest, creator] = [await server.join('edit'), await server.join(null), await server.join('create')]
    const level = (what: string, { id }: { id: string }, defaultLevel: string | null) =>
      server.admin.http.patch(`/v1/${what}/${id}`, { defaultLevel })
    const roles = async () => Promise.all([editor, guest, creator].map((person) => permitted(person, space)))
    const expected = (...names: (string | null)[]) => names.map((name) => (name ? permittedTo(name) : []).sort())
    const held = async () => (await roles()).map((names) => names.sort())

    expect(await held()).toEqual(expected('edit', null, 'create'))
    await level('collections', outer, 'comment')
    expect(await held()).toEqual(expected('comment', null, 'comment'))
    await level('collections', inner, null)
    expect(await held()).toEqual(expected(null, null, null))
    await level('spaces', space, 'review')
    expect(await held()).toEqual(expected('review', null, 'review'))
    await level('spaces', space, 'inherit')
    await server.admin.http.post(`/v1/collections/${outer.id}/permissions`, { users: [guest.id], role: 'read' })
    await give(space, editor, 'create')
    expect(await held()).toEqual(expected('create', 'read', null))
  })
})
