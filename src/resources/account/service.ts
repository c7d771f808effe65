import type { Caller } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import { ownsAccount, refuseBeyondBinding } from '../../domain/people/index.ts'
import {
  checkRegistration,
  deleteUser,
  findPasskey,
  findPasswordFault,
  hashPassword,
  hasPasskeys,
  insertPasskey,
  listPasskeys,
  listSessions,
  putPasswordHash,
  Refusal,
  type RelyingParty,
  readAnswer,
  registrationOptions,
  relyingPartyOf,
  removePasskey,
  removeSessionById,
  removeSessionsOf,
  removeSignInLinksOf,
  renamePasskey,
  requirePasskey,
  sendEmailChange,
  takeRegistration,
  toAccount,
  toPasskey,
  toSession,
  updateAccount,
} from '../../domain/sessions/index.ts'
import { type ErrorName, invalid, problem } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { isLocale } from '../../lib/locales.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { collectData } from './data.ts'
import { decodePicture, storePicture } from './pictures.ts'
import { accountRoutes } from './routes.ts'

export const account = implement(accountRoutes, {
  async updateAuthenticatedUser({ db, caller, body, urls }) {
    if (typeof body.language === 'string' && !isLocale(body.language))
      throw invalid({ path: 'language', message: 'is not a language whose dates this server can write' })
    // Theme and language are seen by nobody else.
    if (body.displayName !== undefined || body.photoURL !== undefined) await refuseBeyondBinding(db, caller)
    return toAccount(await updateAccount(db, caller.user.id, body), urls)
  },

  putUserPicture: {
    async prepare({ body, files }) {
      const photoURL = await storePicture(files, decodePicture(body.data))
      return async ({ db, caller, urls }) => {
        await refuseBeyondBinding(db, caller)
        return toAccount(await updateAccount(db, caller.user.id, { photoURL }), urls)
      }
    },
  },

  async listUserSessions({ db, caller, page, urls }) {
    await requireOwnAccount(db, caller)
    const { rows, count, next } = await listSessions(db, caller.user.id, page)
    return { items: rows.map((session) => toSession(session, caller.tokenId, urls)), count, next }
  },

  async deleteUserSession({ db, caller, params, report }) {
    await requireOwnAccount(db, caller)
    if (!(await removeSessionById(db, caller.user.id, params.sessionId))) throw problem('notFound')
    report({ target: { kind: 'session', id: params.sessionId } })
  },

  async deleteUserSessions({ db, caller, report }) {
    await requireOwnAccount(db, caller)
    await removeSessionsOf(db, caller.user.id, caller.tokenId)
    report({ target: { kind: 'user', id: caller.user.id } })
  },

  async listUserPasskeys({ db, caller, page, urls }) {
    const { rows, count, next } = await listPasskeys(db, caller.user.id, page)
    return { items: rows.map((passkey) => toPasskey(passkey, urls)), count, next }
  },

  async createUserPasskeyOptions({ db, caller: { user }, urls, report }) {
    const owner = { id: user.id, email: user.email, displayName: user.display_name }
    const options = await registrationOptions(db, partyAt(urls), owner)
    report({ target: { kind: 'user', id: user.id } })
    return { publicKey: { ...options } }
  },

  createUserPasskey: {
    async prepare({ body, urls }) {
      const { answer, made } = await withProblems(async () => {
        const answer = readAnswer('registration', body.credential)
        return { answer, made: await checkRegistration(partyAt(urls), answer) }
      })
      return ({ db, caller: { user }, urls }) =>
        withProblems(async () => {
          await takeRegistration(db, user.id, answer)
          return toPasskey(await insertPasskey(db, user.id, body.name ?? 'Passkey', made), urls)
        })
    },
  },

  async setUserSecondStep({ db, caller: { user }, body, urls }) {
    await withProblems(() => requirePasskey(db, user.id, body.required))
    return toAccount({ ...user, passkey_required: body.required ? 1 : 0 }, urls)
  },

  async updateUserPasskey({ db, caller, params, body, urls }) {
    const passkey = await findPasskey(db, caller.user.id, params.passkeyId)
    if (!passkey) throw problem('notFound')
    return toPasskey(await renamePasskey(db, passkey.id, body.name), urls)
  },

  async deleteUserPasskey({ db, caller, params, report }) {
    const passkey = await findPasskey(db, caller.user.id, params.passkeyId)
    if (!passkey) throw problem('notFound')
    report({ target: { kind: 'passkey', id: passkey.id } })
    await withProblems(() => removePasskey(db, passkey))
  },

  setUserPassword: {
    async prepare({ caller, body }) {
      const { email, display_name } = caller.user
      const fault = await findPasswordFault(body.password, { email, displayName: display_name })
      if (fault !== undefined) throw invalid({ path: 'password', message: fault })
      const hash = await hashPassword(body.password)
      return async ({ db, caller: { user, tokenId }, report }) => {
        await putPasswordHash(db, user.id, hash)
        await removeSessionsOf(db, user.id, tokenId)
        await removeSignInLinksOf(db, user.id)
        report({ target: { kind: 'user', id: user.id } })
      }
    },
  },

  async changeUserEmail({ db, caller, body, settings, report }) {
    if (!settings.mail) throw problem('mailNeeded')
    await sendEmailChange(db, { cause: newId(), userId: caller.user.id, email: body.email })
    report({ target: { kind: 'user', id: caller.user.id } })
  },

  getUserData: ({ db, caller, urls }) => collectData(db, caller.user, caller.tokenId, urls),

  async deleteAuthenticatedUser({ db, caller, report }) {
    await requireOwnAccount(db, caller)
    report({ target: { kind: 'user', id: caller.user.id } })
    await deleteUser(db, caller.user, { tokenId: caller.tokenId, requestId: null })
  },
})

/** Throws 403 for sessions and tokens that are trusted for a part of the account only. */
async function requireOwnAccount(db: Db, caller: Caller): Promise<void> {
  if (!(await ownsAccount(db, caller))) throw problem('boundToken')
}

/** Where passkeys belong, if the server has them. */
function partyAt(urls: Urls): RelyingParty {
  const party = relyingPartyOf(urls.base)
  if (!hasPasskeys(party)) throw problem('noPasskeysHere')
  return party
}

const PROBLEMS = new Set<string>([
  'onlyCredential',
  'passkeyTaken',
  'tooManyPasskeys',
  'noPasskeyYet',
] satisfies ErrorName[])

/** Refusals of pages become errors of the API. */
async function withProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (PROBLEMS.has(error.name)) throw problem(error.name as ErrorName)
    throw invalid({ path: 'credential', message: 'must be what the browser created for fresh options of this user' })
  }
}
