// The account of the admin: sessions, passkeys, and what only people in the console may do.
import { randomUUID } from 'node:crypto'
import { findUser, insertMember } from '../../../src/domain/people/index.ts'
import { beginSession, insertPasskey, verifyAddress } from '../../../src/domain/sessions/index.ts'
import { createAuthenticator } from '../authenticator.ts'
import { consoleIn } from '../http.ts'
import type { Person } from '../server.ts'
import type { Part, World } from './part.ts'

const browser = { userAgent: undefined, address: '127.0.0.1', secret: undefined }

const begin = ({ server, admin }: World) =>
  server.database.write(async (db) => {
    const user = await verifyAddress(db, (await findUser(db, admin.id))!)
    return (await beginSession(db, user, 'password', browser))!
  })

/** The admin, in the console. */
const inConsole = async (world: World): Promise<Person> => {
  const { secret } = await begin(world)
  return { ...world.admin, http: consoleIn(world.server.url, { kept: new Map([['lectern_session', secret]]) }) }
}

const addPasskey = ({ server, admin }: World) => {
  const made = { credentialId: randomUUID(), publicKey: new Uint8Array([1]), counter: 0, transports: [] }
  return server.database.write((db) => insertPasskey(db, admin.id, 'A passkey', made))
}

/** What a browser sends once its device has created a passkey. */
const createPasskey = async (world: World) => {
  const { http } = await inConsole(world)
  const { publicKey } = (await http.post('/v1/user/passkeys/options')).body
  return { credential: createAuthenticator(world.server.url).create(publicKey) }
}

/** Gives every organization of the admin another one. */
const addAdmins = async ({ server, admin }: World) => {
  const { id } = await server.join()
  await server.database.write(async (db) => {
    const rows = await db.selectFrom('members').select('organization_id').where('user_id', '=', admin.id).execute()
    for (const { organization_id } of rows) await insertMember(db, { organization_id, user_id: id, role: 'admin' })
  })
}

/** One transparent pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const account: Part = {
  makers: {
    sessionId: async (world) => (await begin(world)).id,
    passkeyId: async (world) => {
      await addPasskey(world)
      return (await addPasskey(world)).id
    },
  },
  needs: {
    putUserPicture: { body: () => ({ data: PIXEL }) },
    deleteUserSessions: { as: inConsole },
    deleteUserPasskey: { as: inConsole },
    createUserPasskeyOptions: { as: inConsole },
    createUserPasskey: { as: inConsole, body: createPasskey },
    setUserSecondStep: { as: inConsole, before: addPasskey, body: () => ({ required: true }) },
    setUserPassword: { as: inConsole, body: () => ({ password: 'seven wooden tables' }) },
    changeUserEmail: { as: inConsole, body: () => ({ email: `${randomUUID()}@example.com` }) },
    deleteAuthenticatedUser: { as: inConsole, before: addAdmins },
  },
  // It ends the other sessions.
  final: ['setUserPassword'],
}
