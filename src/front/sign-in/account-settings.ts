// The forms of the account page. They do what the operations of the account do, for browsers without a script.

import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/tables.ts'
import { listTokensOf, revokeToken } from '../../domain/people/index.ts'
import {
  deleteUser,
  Refusal,
  removeSessionById,
  removeSessionsOf,
  sendEmailChange,
  updateAccount,
} from '../../domain/sessions/index.ts'
import { ApiError } from '../../errors.ts'
import { appendEvent, type EventName } from '../../events/events.ts'
import { isLocale, nameOfLanguage } from '../../lib/locales.ts'
import { isStorable, normalizeEmail } from '../../lib/text.ts'
import { html } from '../../render/html/index.ts'
import { collectData, storePicture } from '../../resources/account/index.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { gatePage } from '../gate/gate.ts'
import { heading, linkButton } from '../gate/parts.ts'
import { deletePart } from './account-parts.ts'
import { asksForProof, CONFIRM, isConfirmed } from './confirmation.ts'
import { ACCOUNT, formOf, forPeople, goTo, isOwner, loadVisit, type SignIn, type Visit } from './context.ts'
import { say } from './notices.ts'
import { isAddress } from './password.ts'

const MAX_NAME = 64

interface Asked {
  visit: Visit
  form: Record<string, string>
  request: FastifyRequest
  params: Record<string, string>
}

/** Returns what the account page says afterwards. */
type Step = (asked: Asked) => Promise<string>

export function serveAccountSettings(http: LaterRoutes, signIn: SignIn): void {
  const { database, urls } = signIn
  const account = `${urls.base}${ACCOUNT}`

  /** A form for everybody, or for owners of the account, or for unbound sessions after a recent proof of identity. */
  const post = (path: string, operationId: string, step: Step, by: 'owner' | 'anybody' | 'whole' = 'owner') =>
    http.post(
      `${ACCOUNT}${path}`,
      { config: { operationId } },
      forPeople(signIn, async (request, reply) => {
        const visit = await loadVisit(signIn, request)
        const form = formOf(signIn, request)
        if (by === 'owner' && !(await isOwner(signIn, visit))) throw new Refusal('partOnly')
        if (by === 'whole' && visit.session.row.bound === 1) throw new Refusal('partOnly')
        if (by === 'whole' && (await asksForProof(signIn, visit, request, reply))) return reply
        const text = await step({ visit, form, request, params: request.params as Record<string, string> })
        say(signIn, reply, visit, { text })
        return goTo(reply, account)
      }),
    )

  const update = ({ visit, request }: Asked, choices: Parameters<typeof updateAccount>[2]) =>
    database.write(async (db) => {
      await updateAccount(db, visit.session.user.id, choices)
      await record(db, visit, 'user.updated', { kind: 'user', id: visit.session.user.id }, request)
    })

  post('/profile', 'saveProfile', async (asked) => {
    const displayName = (asked.form.name ?? '').trim()
    if (displayName === '' || displayName.length > MAX_NAME || !isStorable(displayName)) throw new Refusal('badForm')
    await update(asked, { displayName })
    return `Your name is now ${displayName}.`
  })
  post('/picture', 'uploadPicture', async (asked) => {
    const bytes = Buffer.from(asked.form.picture ?? '', 'base64')
    await update(asked, { photoURL: await storeOrRefuse(signIn, bytes) })
    return 'Your picture is saved.'
  })
  post('/picture/remove', 'removePicture', async (asked) => {
    await update(asked, { photoURL: null })
    return 'Your picture is removed.'
  })
  post(
    '/theme',
    'saveTheme',
    async (asked) => {
      const { theme = '' } = asked.form
      if (theme !== '' && theme !== 'light' && theme !== 'dark') throw new Refusal('badForm')
      await update(asked, { theme: theme || null })
      return theme === '' ? 'Pages now look like your device.' : `Pages are now ${theme}.`
    },
    'anybody',
  )
  post(
    '/language',
    'saveLanguage',
    async (asked) => {
      const { language = '' } = asked.form
      if (!isLocale(language)) throw new Refusal('badForm')
      await update(asked, { language })
      return `Dates and times are now written the way of ${nameOfLanguage(language)}.`
    },
    'anybody',
  )
  post(
    '/email',
    'requestEmailChange',
    async ({ visit, form, request }) => {
      const email = normalizeEmail(form.email ?? '')
      if (!signIn.settings.mail || !isAddress(email)) throw new Refusal('badForm')
      const { id } = visit.session.user
      await database.write(async (db) => {
        await sendEmailChange(db, { cause: request.id, userId: id, email })
        await record(db, visit, 'user.email.requested', { kind: 'user', id }, request)
      })
      return `Check your mail: we sent a link to ${email}. Open it within 30 minutes.`
    },
    'whole',
  )
  post('/sessions/end', 'endSessions', async ({ visit, request }) => {
    const { user, row } = visit.session
    await database.write(async (db) => {
      await removeSessionsOf(db, user.id, row.id)
      await record(db, visit, 'user.session.ended', { kind: 'user', id: user.id }, request)
    })
    return 'You are signed out everywhere else.'
  })
  post('/sessions/:id/end', 'endSession', async ({ visit, request, params }) => {
    await database.write(async (db) => {
      if (await removeSessionById(db, visit.session.user.id, params.id!))
        await record(db, visit, 'user.session.ended', { kind: 'session', id: params.id! }, request)
    })
    return 'You are signed out in that browser.'
  })
  post('/tokens/:id/revoke', 'revokeToken', async ({ visit, request, params }) => {
    const { user } = visit.session
    const label = (await listTokensOf(database.read, user.id)).find(({ id }) => id === params.id)?.label
    await database.write(async (db) => {
      if (await revokeToken(db, { user, boundTo: null }, params.id!))
        await record(db, visit, 'user.token.revoked', { kind: 'token', id: params.id! }, request)
    })
    return label === undefined ? 'That token is revoked already.' : `The token “${label}” is revoked.`
  })
  http.get(
    `${ACCOUNT}/data`,
    { config: { operationId: 'downloadData' } },
    forPeople(signIn, async (request, reply) => {
      const { session } = await loadVisit(signIn, request)
      if (session.row.bound === 1) throw new Refusal('partOnly')
      const data = await collectData(database.read, session.user, session.row.id, urls)
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="lectern-account.json"',
          'x-content-type-options': 'nosniff',
        })
        .send(JSON.stringify(data, undefined, 2))
    }),
  )
  http.get(
    `${ACCOUNT}/delete`,
    { config: { operationId: 'deleteAccountPage' } },
    forPeople(signIn, async (request, reply) => {
      const visit = await loadVisit(signIn, request)
      if (!(await isOwner(signIn, visit))) throw new Refusal('partOnly')
      if (!isConfirmed(visit)) return goTo(reply, `${urls.base}${CONFIRM}?returnTo=${ACCOUNT}/delete`)
      return gatePage({
        base: urls.base,
        title: 'Delete your account',
        body: html`${heading('Delete your account?')}
${deletePart(account, visit.session.user)}
${linkButton('Keep it', account)}`,
      })(reply)
    }),
  )
  http.post(
    `${ACCOUNT}/delete`,
    { config: { operationId: 'deleteAccount' } },
    forPeople(signIn, async (request, reply) => {
      const visit = await loadVisit(signIn, request)
      formOf(signIn, request)
      if (!(await isOwner(signIn, visit))) throw new Refusal('partOnly')
      if (await asksForProof(signIn, visit, request, reply)) return reply
      const { user, row } = visit.session
      await refuseProblems('lastAdminOf', () =>
        database.write(async (db) => {
          await deleteUser(db, user, { tokenId: row.id, requestId: request.id })
          await record(db, visit, 'user.deleted', { kind: 'user', id: user.id }, request)
        }),
      )
      signIn.session.clear(reply)
      say(signIn, reply, undefined, { text: 'Your account is deleted. What you wrote stays, without your name.' })
      return goTo(reply, `${urls.base}/sign-in`)
    }),
  )
}

const storeOrRefuse = ({ files }: SignIn, bytes: Buffer): Promise<string> =>
  refuseProblems('badPicture', () => storePicture(files, bytes))

/** Errors of the API become pages. */
async function refuseProblems<T>(name: 'badPicture' | 'lastAdminOf', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ApiError && error.status < 500 ? new Refusal(name) : error
  }
}

async function record(
  db: Db,
  { session: { user, row } }: Visit,
  action: EventName,
  target: { kind: string; id: string },
  request: FastifyRequest,
): Promise<void> {
  const actor = { actorId: user.id, tokenId: row.id }
  await appendEvent(db, { organizationId: null, action, ...actor, target, data: {}, requestId: request.id })
}
