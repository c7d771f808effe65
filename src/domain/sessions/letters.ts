// Mails that let people in: a link that somebody asked for, and an invitation. Both are composed when they are sent, so
// that the secret of the link is only in the mail.
import type { Db, Row } from '../../db/tables.ts'
import { appendEvent } from '../../events/events.ts'
import { now } from '../../lib/time.ts'
import { type Addressed, queueMail } from '../../mail/index.ts'
import type { Urls } from '../../server/urls.ts'
import { FIRST_ADMIN_EMAIL, findMember, findUser, findUserByEmail } from '../people/index.ts'
import { insertSignInLink, type LinkKind, signInLinkUrl } from './links.ts'
import { hasCredentials } from './passkeys.ts'

/** Sends a link to the address if there is an account. The work is the same if there is none. */
export const sendSignInLink = (db: Db, request: { id: string; email: string; returnTo?: string | undefined }) =>
  queueMail(db, {
    kind: 'sign-in-link',
    cause: `sign-in-link ${request.id}`,
    data: { email: request.email, returnTo: request.returnTo },
  })

export async function composeSignInLink(
  db: Db,
  { urls }: { urls: Urls },
  { email, returnTo }: { email: string; returnTo?: string },
): Promise<Addressed | undefined> {
  const user = await findUserByEmail(db, email)
  if (!user || !hasMailbox(user)) return undefined
  const url = await createLink(db, urls, user, 'mail', returnTo)
  return {
    to: user.email,
    letter: {
      subject: 'Sign in to Lectern',
      lines: [`Hello ${user.display_name},`, 'This link signs you in. It works once, within 30 minutes.'],
      button: { label: 'Sign in', url },
      notes: [
        'Forgot your password? Sign in with the link, then choose “Change password” on your account page.',
        'If you did not ask for this mail, ignore it. Nobody can sign in without the link.',
      ],
    },
  }
}

interface Invitation {
  userId: string
  organizationId: string
  /** Who invites. */
  byId: string
}

/** Tells somebody by mail that they are now a member, with a way to sign in if they have none: at most once a day. */
export const sendInvitation = (db: Db, { userId, organizationId, byId }: Invitation) =>
  queueMail(db, {
    kind: 'invitation',
    cause: `invitation ${organizationId} ${userId} ${now().slice(0, 10)}`,
    data: { userId, organizationId, byId },
  })

export async function composeInvitation(
  db: Db,
  { urls }: { urls: Urls },
  { userId, organizationId, byId }: Invitation,
): Promise<Addressed | undefined> {
  const [user, by] = [await findUser(db, userId), await findUser(db, byId)]
  const organization = await findOrganization(db, organizationId)
  const isMember = (await findMember(db, organizationId, userId)) !== undefined
  if (!user || !organization || !isMember || !hasMailbox(user)) return undefined
  const isNew = user.signed_in_at === null && !(await hasCredentials(db, user.id))
  const inviter = by && hasMailbox(by) ? `${by.display_name} (${by.email})` : 'An administrator'
  return {
    to: user.email,
    letter: {
      subject: `You are invited to ${organization.title}`,
      lines: [
        `${inviter} added you to “${organization.title}”, where your team writes its documentation.`,
        isNew ? 'Set up your account to begin. The link works once, within 7 days.' : 'Sign in as usual to begin.',
      ],
      button: isNew
        ? { label: 'Set up your account', url: await createLink(db, urls, user, 'invitation') }
        : { label: 'Sign in', url: `${urls.base}/sign-in?${new URLSearchParams({ email: user.email })}` },
      notes: ['If you do not know who invited you, ignore this mail.'],
    },
  }
}

const findOrganization = (db: Db, id: string) =>
  db.selectFrom('organizations').select('title').where('id', '=', id).executeTakeFirst()

/** False for integrations, and for the first admin before they have an address. */
const hasMailbox = ({ email }: Row<'users'>) => email.includes('@') && email !== FIRST_ADMIN_EMAIL

async function createLink(db: Db, urls: Urls, user: Row<'users'>, kind: LinkKind, returnTo?: string): Promise<string> {
  const { secret } = await insertSignInLink(db, user, { kind, returnTo })
  await appendEvent(db, {
    organizationId: null,
    action: 'user.sign-in-link.created',
    actorId: null,
    tokenId: null,
    target: { kind: 'user', id: user.id },
    data: { kind },
    requestId: null,
  })
  return signInLinkUrl(urls, secret)
}
