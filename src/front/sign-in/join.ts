// Invite links: people see what they are invited to, sign in or create an account, and are in. Nobody has confirmed the
// address of an account that is created here, so it counts only for the organization of the link.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { acceptInvite, joinPath, lockInvite } from '../../domain/invites/index.ts'
import { findUserByEmail, insertUser, isOutsideEmailDomains } from '../../domain/people/index.ts'
import {
  type BegunSession,
  beginSession,
  countSignInFailure,
  findPasswordFault,
  hashPassword,
  isSignInLimited,
  putPasswordHash,
  Refusal,
  type RefusalName,
  recordSignIn,
} from '../../domain/sessions/index.ts'
import { listLogins } from '../../domain/sso/index.ts'
import { ApiError } from '../../errors.ts'
import { appendEvent } from '../../events/events.ts'
import { isStorable, normalizeEmail } from '../../lib/text.ts'
import { networkOf } from '../../server/address-limit.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { browserOf, findVisit, formOf, forPeople, goTo, keepSession, loadVisit, type SignIn } from './context.ts'
import { describeOffer, type Invitation, loadInvitation, placeOf, standingOf } from './invitation.ts'
import { type JoinPage, joinPage } from './join-page.ts'
import { INCOMPLETE, isAddress } from './password.ts'

const JOIN = '/join/:organizationId/:inviteId'
const MAX_NAME = 64

export function serveJoining(http: LaterRoutes, signIn: SignIn): void {
  const page = (handle: Step) => forPeople(signIn, (request, reply) => handle(signIn, request, reply))
  http.get(JOIN, { config: { operationId: 'joinPage' } }, page(show))
  http.post(JOIN, { config: { operationId: 'joinWithInvite' } }, page(join))
  http.post(`${JOIN}/account`, { config: { operationId: 'createAccountWithInvite' } }, page(createAccount))
}

type Step = (signIn: SignIn, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

async function describePage(signIn: SignIn, request: FastifyRequest, invitation: Invitation): Promise<JoinPage> {
  const { invite, organization } = invitation
  const { database, urls } = signIn
  const visit = await findVisit(signIn, request)
  const standing = visit ? await standingOf(database.read, visit, invitation) : 'stranger'
  return {
    organization: organization.title,
    offer: await describeOffer(database.read, invite),
    path: joinPath(invite),
    place: placeOf(urls, invite),
    standing,
    user: visit && { name: visit.session.user.display_name, email: visit.session.user.email },
    logins: await listLogins(database.read, [organization.id], urls),
    ssoOnly: organization.sso === 1 && (standing === 'stranger' || standing === 'away'),
    domains: JSON.parse(organization.email_domains) as string[],
  }
}

const show: Step = async (signIn, request, reply) =>
  joinPage(signIn.urls, await describePage(signIn, request, await loadInvitation(signIn, request)))(reply)

const join: Step = async (signIn, request, reply) => {
  formOf(signIn, request)
  const visit = await loadVisit(signIn, request)
  const { session } = visit
  const invitation = await loadInvitation(signIn, request)
  const { invite, organization } = invitation
  const standing = await standingOf(signIn.database.read, visit, invitation)
  if (standing === 'same') return goTo(reply, placeOf(signIn.urls, invite))
  const isReached = session.row.bound === 0 || session.organizations.some(({ id }) => id === organization.id)
  if (!isReached) throw new Refusal('boundElsewhere')
  if (standing === 'away') throw new Refusal('ssoNeeded')
  await withRefusals(() =>
    signIn.database.write(async (db) => {
      const locked = await lockInvite(db, organization.id, invite.id)
      await acceptInvite(db, locked, session.user)
      await recordJoining(db, locked, session.user, request.id)
    }),
  )
  return goTo(reply, placeOf(signIn.urls, invite))
}

const createAccount: Step = async (signIn, request, reply) => {
  const { database, urls } = signIn
  const given = formOf(signIn, request)
  const invitation = await loadInvitation(signIn, request)
  const form = { name: (given.name ?? '').trim(), email: normalizeEmail(given.email ?? ''), faults: {} }
  const again = async (status: number, faults: NonNullable<JoinPage['form']>['faults']) =>
    joinPage(urls, {
      ...(await describePage(signIn, request, invitation)),
      user: undefined,
      form: { ...form, email: given.email ?? '', faults },
    })(reply.code(status))
  const faults = await findFaults(form, given.password ?? '', invitation.organization)
  if (Object.keys(faults).length > 0) return again(400, faults)
  // Whoever tries many addresses learns which of them have an account.
  const attempt = { email: form.email, network: networkOf(request.ip) }
  const limited = () => again(429, { form: 'Too many attempts. Wait 15 minutes.' })
  if (await isSignInLimited(database.read, attempt)) return limited()
  if (await findUserByEmail(database.read, form.email)) {
    const isCounted = await database.write((db) => countSignInFailure(db, attempt))
    return isCounted ? again(409, { email: TAKEN }) : limited()
  }
  const hash = await hashPassword(given.password!)
  try {
    const begun = await withRefusals(() =>
      database.write((db) => enter(db, signIn, request, { invitation, form, hash })),
    )
    keepSession(signIn, reply, begun)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return again(409, { email: TAKEN })
  }
  return goTo(reply, placeOf(urls, invitation.invite))
}

const TAKEN = 'There is an account with this address. Sign in to it instead.'

async function findFaults(
  { name, email }: { name: string; email: string },
  password: string,
  organization: Row<'organizations'>,
): Promise<{ name?: string; email?: string; password?: string }> {
  const passwordFault = await findPasswordFault(password, { email, displayName: name })
  const isName = name !== '' && name.length <= MAX_NAME && isStorable(name)
  const emailFault = !isAddress(email)
    ? INCOMPLETE
    : isOutsideEmailDomains(organization, email)
      ? 'This address is not in a domain of the organization.'
      : undefined
  return {
    ...(!isName && { name: `Enter your name, with at most ${MAX_NAME} characters.` }),
    ...(emailFault && { email: emailFault }),
    ...(passwordFault && { password: passwordFault }),
  }
}

interface NewAccount {
  invitation: Invitation
  form: { name: string; email: string }
  hash: string
}

async function enter(
  db: Db,
  signIn: SignIn,
  request: FastifyRequest,
  { invitation, form, hash }: NewAccount,
): Promise<BegunSession> {
  const { organization, invite } = invitation
  const locked = await lockInvite(db, organization.id, invite.id)
  const { id } = await insertUser(db, { email: form.email, displayName: form.name })
  const user = await db
    .updateTable('users')
    .set({ vouched_by: organization.id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await putPasswordHash(db, id, hash)
  await appendEvent(db, {
    organizationId: organization.id,
    action: 'user.created',
    actorId: id,
    tokenId: null,
    target: { kind: 'user', id },
    data: { email: form.email },
    requestId: request.id,
  })
  await acceptInvite(db, locked, user)
  await recordJoining(db, locked, user, request.id)
  const session = (await beginSession(db, user, 'password', browserOf(signIn, request)))!
  await recordSignIn(db, user, {
    action: 'signed-in',
    method: 'password',
    session: session.id,
    requestId: request.id,
    organizationId: organization.id,
  })
  return session
}

const recordJoining = (db: Db, invite: Row<'invites'>, { id }: Row<'users'>, requestId: string) =>
  appendEvent(db, {
    organizationId: invite.organization_id,
    action: 'organization.member.joined',
    actorId: id,
    tokenId: null,
    target: { kind: 'member', id },
    data: { invite: invite.id },
    requestId,
  })

const REFUSALS: Record<string, RefusalName> = {
  outsideEmailDomains: 'outsideDomains',
  ssoRequired: 'ssoNeeded',
  deactivated: 'deactivated',
}

/** Shows what the rules of joining refuse as a page. */
async function withRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new Refusal(REFUSALS[error.name] ?? 'inviteGone', error.message)
  }
}
