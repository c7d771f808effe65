// Somebody who is signed in, without the pages for it.
import { findUser } from '../../src/domain/people/index.ts'
import { beginSession, verifyAddress } from '../../src/domain/sessions/index.ts'
import { type Browser, openBrowser } from './browser.ts'
import type { Person, TestServer } from './server.ts'

type Server = Pick<TestServer, 'database'>

/** The secret of a new session. */
export async function sessionOf({ database }: Server, { id }: Pick<Person, 'id'>): Promise<string> {
  const begun = await database.write(async (db) => {
    const user = await verifyAddress(db, (await findUser(db, id))!)
    return beginSession(db, user, 'password', { userAgent: undefined, address: '127.0.0.1', secret: undefined })
  })
  return begun!.secret
}

export async function browserOf(server: Server, person: Pick<Person, 'id'>): Promise<Browser> {
  const browser = openBrowser()
  browser.kept.set('lectern_session', await sessionOf(server, person))
  return browser
}
