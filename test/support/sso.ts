// An organization whose admin has signed in through an identity provider, as requiring single sign-on needs.
import { findUser } from '../../src/domain/people/users.ts'
import { admit, findSamlProvider } from '../../src/domain/sso/index.ts'
import type { Person, TestServer } from './server.ts'

export async function trySso({ database }: TestServer, organization: string, admin: Person): Promise<void> {
  const { id } = (await admin.http.post(`/v1/orgs/${organization}/saml`, { label: 'Tried' })).body as { id: string }
  await database.write(async (db) => {
    const [provider, { email }] = [(await findSamlProvider(db, id))!, (await findUser(db, admin.id))!]
    await admit(db, provider, { email }, { method: 'saml', requestId: 'tried' })
  })
}
