// The first visit: a name, and a password or a passkey. The first admin also names the organization and an address.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../access/sessions.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { FIRST_ADMIN_EMAIL, followTitle, updateUser } from '../../domain/people/index.ts'
import {
  findPasswordFault,
  hasCredentials,
  hashPassword,
  insertPasskey,
  type NewPasskey,
  putPasswordHash,
  Refusal,
  registrationOptions,
} from '../../domain/sessions/index.ts'
import { appendEvent } from '../../events/events.ts'
import { isStorable, normalizeEmail } from '../../lib/text.ts'
import type { LaterRoutes } from '../../server/later-routes.ts'
import { formOf, forPeople, goTo, HOME, loadVisit, type SignIn } from './context.ts'
import { nameOf, readPasskey } from './new-passkey.ts'
import { partyOf } from './passkey.ts'
import { type SetupForm, setupPage } from './setup-page.ts'

const MAX_NAME = 64
const MAX_EMAIL = 254

export function serveSetup(http: LaterRoutes, signIn: SignIn): void {
  http.get(
    '/sign-in/setup',
    { config: { operationId: 'setupPage' } },
    forPeople(signIn, async (request, reply) => {
      const { session } = await loadVisit(signIn, request)
      if (await isSetUp(signIn.database.read, session)) return goTo(reply, signIn.urls.base + HOME)
      return setupPage(signIn, await initialForm(signIn.database.read, session.user))(reply)
    }),
  )
  http.post(
    '/sign-in/setup/options',
    { config: { operationId: 'setupOptions' } },
    forPeople(signIn, async (request, reply) => {
      const { session } = await loadVisit(signIn, request)
      if (await isSetUp(signIn.database.read, session)) throw new Refusal('badForm')
      const { name, email } = readForm(formOf(signIn, request), session.user)
      const owner = { id: session.user.id, email, displayName: name }
      const party = partyOf(signIn)
      return reply.send(await signIn.database.write((db) => registrationOptions(db, party, owner)))
    }),
  )
  http.post(
    '/sign-in/setup',
    { config: { operationId: 'setUpAccount' } },
    forPeople(signIn, (request, reply) => receive(signIn, request, reply)),
  )
}

/** False for people who came with a link and have not chosen how to sign in next time. */
export const isSetUp = async (db: Db, { user, row }: Session): Promise<boolean> =>
  row.method !== 'link' || (await hasCredentials(db, user.id))

const isFirstAdmin = ({ email }: Row<'users'>) => email === FIRST_ADMIN_EMAIL

async function initialForm(db: Db, user: Row<'users'>): Promise<SetupForm> {
  if (!isFirstAdmin(user)) return { name: user.display_name, email: user.email, faults: {} }
  const organization = await findFirstOrganization(db)
  return { name: '', email: '', organization: organization?.title ?? '', faults: {} }
}

const findFirstOrganization = (db: Db) =>
  db.selectFrom('organizations').select(['id', 'title', 'hostname']).orderBy('id').limit(1).executeTakeFirst()

async function receive(signIn: SignIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { database, urls } = signIn
  const { session } = await loadVisit(signIn, request)
  if (await isSetUp(database.read, session)) return goTo(reply, urls.base + HOME)
  const given = formOf(signIn, request)
  const form = readForm(given, session.user)
  form.faults = await findFaults(form, given.credential ? undefined : (given.password ?? ''))
  if (Object.keys(form.faults).length > 0) return setupPage(signIn, form)(reply.code(400))
  const credential: Credential = given.credential
    ? { passkey: await readPasskey(signIn, session.user.id, given.credential), name: nameOf(request) }
    : { hash: await hashPassword(given.password!) }
  try {
    await database.write((db) => store(db, session, form, credential, { urls, requestId: request.id }))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    form.faults = { email: 'Another account uses this address. Enter a different one.' }
    return setupPage(signIn, form)(reply.code(409))
  }
  return goTo(reply, urls.base + HOME)
}

function readForm(given: Record<string, string>, user: Row<'users'>): SetupForm {
  const first = isFirstAdmin(user)
  return {
    name: (given.name ?? '').trim(),
    email: first ? normalizeEmail(given.email ?? '') : user.email,
    ...(first && { organization: (given.organization ?? '').trim() }),
    faults: {},
  }
}

/** The password is undefined if a passkey takes its place. */
async function findFaults(
  { name, email, organization }: SetupForm,
  password: string | undefined,
): Promise<SetupForm['faults']> {
  const isName = (text: string, max: number) => text !== '' && text.length <= max && isStorable(text)
  const passwordFault =
    password === undefined ? undefined : await findPasswordFault(password, { email, displayName: name })
  return {
    ...(!isName(name, MAX_NAME) && { name: `Enter your name, with at most ${MAX_NAME} characters.` }),
    ...(organization !== undefined &&
      !isName(organization, MAX_NAME) && { organization: `Enter a name with at most ${MAX_NAME} characters.` }),
    ...(!(email.length <= MAX_EMAIL && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) && isStorable(email)) && {
      email: 'Enter the full address, for example writer@example.com.',
    }),
    ...(passwordFault && { password: passwordFault }),
  }
}

type Credential = { hash: string } | { passkey: NewPasskey; name: string }

async function store(
  db: Db,
  { user }: Session,
  form: SetupForm,
  credential: Credential,
  { urls, requestId }: Pick<SignIn, 'urls'> & { requestId: string },
): Promise<void> {
  if ('hash' in credential) await putPasswordHash(db, user.id, credential.hash)
  else await insertPasskey(db, user.id, credential.name, credential.passkey)
  await updateUser(db, user.id, { displayName: form.name })
  const record = (action: 'user.updated' | 'user.password.changed' | 'user.passkey.created') =>
    appendEvent(db, {
      organizationId: null,
      action,
      actorId: user.id,
      tokenId: null,
      target: { kind: 'user', id: user.id },
      data: {},
      requestId,
    })
  await record('hash' in credential ? 'user.password.changed' : 'user.passkey.created')
  await record('user.updated')
  if (form.organization === undefined) return
  await db.updateTable('users').set({ email: form.email }).where('id', '=', user.id).execute()
  const organization = await findFirstOrganization(db)
  if (!organization) return
  await followTitle(db, organization, form.organization, urls)
  await db.updateTable('organizations').set({ title: form.organization }).where('id', '=', organization.id).execute()
  await appendEvent(db, {
    organizationId: organization.id,
    action: 'organization.updated',
    actorId: user.id,
    tokenId: null,
    target: { kind: 'organization', id: organization.id },
    data: {},
    requestId,
  })
}
