// Who calls: the headers that their requests have.
import { enter } from '../../test/support/content.ts'
import type { Http } from '../../test/support/http.ts'
import type { World } from '../../test/support/world.ts'

export type Credentials = Record<string, string>

/** The headers that identify a person, taken from a request that is never sent. */
export async function credentialsOf(http: Http): Promise<Credentials> {
  const { fetch } = globalThis
  let credentials: Credentials = {}
  globalThis.fetch = async (_url, init) => {
    credentials = init?.headers as Credentials
    return new Response()
  }
  await http.get('/').finally(() => {
    globalThis.fetch = fetch
  })
  return credentials
}

export const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` })

/** Callers with fewer rights than the admin of a world, in the order of their rights. */
export async function othersIn({ server, admin, ids }: World): Promise<Record<string, Credentials>> {
  const scene = { organization: ids.organizationId!, admin }
  const reader = await enter(server, scene, 'read')
  const editor = await enter(server, scene, 'edit')
  return {
    nobody: {},
    garbage: bearer('lct_garbage'),
    stranger: bearer(server.admin.token),
    reader: bearer(reader.token),
    editor: bearer(editor.token),
  }
}
