// The pages of the account: who is signed in and where they can go, their settings, and a new API token.
import { isBoundBySso, type Session } from '../../access/sessions.ts'
import type { Row } from '../../db/tables.ts'
import { type Html, html } from '../../render/html/index.ts'
import type { Urls } from '../../server/urls.ts'
import { minute } from '../gate/dates.ts'
import { gatePage } from '../gate/gate.ts'
import { button, choice, field, form, heading, hidden, linkButton, note, textLink } from '../gate/parts.ts'
import { type Passkeys, scriptsOf } from '../gate/passkey-parts.ts'
import { SETTINGS } from '../notification-names.ts'
import { dataPart, emailPart, languagePart, profilePart, sessionsPart, themePart, tokensPart } from './account-parts.ts'
import { ACCOUNT } from './context.ts'
import { passkeyPart, passwordPart, secondStepPart } from './credential-parts.ts'

/** Shows a new token, once. */
export const NEW_TOKEN = `${ACCOUNT}/tokens/new`

/** Lifetimes that a user can choose for a token, in days; 0 means unlimited. */
export const LIFETIMES = [30, 90, 365, 0] as const

export interface Signed {
  session: Session
  /** Whether the session decides about the whole account. */
  isOwner: boolean
  /** The organizations that the session is valid for. */
  organizations: readonly { id: string; title: string }[]
  /** The published sites of these organizations. */
  sites: readonly { title: string; url: string }[]
  formSecret: string
  urls: Urls
  passkeys: Passkeys
  ownPasskeys: readonly Row<'passkeys'>[]
  hasPassword: boolean
  sessions: readonly Row<'sessions'>[]
  tokens: readonly Row<'tokens'>[]
  canSendMail: boolean
}

const csrf = ({ formSecret }: Signed) => hidden('secret', formSecret)

function whoIs({ session: { user, row }, organizations }: Signed): Html {
  const titles = organizations.map(({ title }) => title).join(', ')
  return html`<dl>
  <dt>Email</dt><dd>${user.email}</dd>
  <dt>${organizations.length === 1 ? 'Organization' : 'Organizations'}</dt><dd>${titles || 'none yet'}</dd>
  <dt>Signed in until</dt><dd>${minute(row.expires_at, user.language)}</dd>
</dl>`
}

/** Where to go from here. */
const places = ({ sites, urls: { base } }: Signed): Html => html`<h2>Go to</h2>
<ul class="list"><li>${textLink('Console', `${base}/app`)} <span class="small">spaces and their pages</span></li>
${sites.map(({ title, url }) => html`<li>${textLink(title, url)} <span class="small">site</span></li>`)}
<li>${textLink('API reference', `${base}/docs`)}</li></ul>`

const lifetime = (days: number) => ({ value: `${days}`, text: days === 0 ? 'without expiry' : `for ${days} days` })

function reach({ session, organizations }: Signed): Html {
  const all = session.row.bound === 0 ? [{ value: '', text: 'all my organizations' }] : []
  const options = [...all, ...organizations.map(({ id, title }) => ({ value: id, text: title }))]
  return choice({ name: 'organization', label: 'Works in', options })
}

const newTokenPart = (signed: Signed, account: string): Html => html`<h2>Create an API token</h2>
${form(
  `${account}/tokens`,
  html`${csrf(signed)}
${field({ name: 'label', label: 'What it is for', autocomplete: 'off', maxLength: 100, help: 'Programs that act in your name need a token. It is shown only once.' })}
${reach(signed)}
${choice({ name: 'days', label: 'Lasts', options: LIFETIMES.map(lifetime) })}
${button('Create token', 'plain')}`,
)}`

/** `done` says what the last form did. */
export function accountPage(signed: Signed, done?: string) {
  const { session, urls, sessions, tokens, canSendMail } = signed
  const { user, row } = session
  const account = `${urls.base}${ACCOUNT}`
  // Who signed in through an organization changes nothing that others see too, and has no passkeys here.
  const { isOwner } = signed
  const isWhole = row.bound === 0
  const hasCredentials = !isBoundBySso(row)
  return gatePage({
    base: urls.base,
    title: 'Your account',
    wide: true,
    ...scriptsOf(signed.passkeys),
    body: html`${heading(`Hello, ${user.display_name}`)}
${note(done, 'good')}
${whoIs(signed)}
${form(`${account}/sign-out`, button('Sign out', 'plain'))}
${places(signed)}
${isOwner && profilePart(account, user)}
${isOwner && emailPart(account, user, { canSendMail, isWhole })}
${hasCredentials && passwordPart(account, signed.hasPassword)}
${hasCredentials && passkeyPart(account, signed)}
${hasCredentials && secondStepPart(account, signed)}
${isOwner && sessionsPart(account, sessions, session)}
${isOwner && tokensPart(account, tokens, user)}
${newTokenPart(signed, account)}
<h2>Notifications</h2>
${linkButton('Choose what you hear of', `${urls.base}${SETTINGS}`)}
${themePart(account, user)}
${languagePart(account, user)}
${isOwner && dataPart(account, isWhole)}`,
  })
}

export function tokenPage({ organizations, urls }: Signed, { label, secret }: { label: string; secret: string }) {
  const authorization = '-H "Authorization: Bearer $LECTERN_TOKEN"'
  const first = organizations[0]
  const path = first ? `/orgs/${first.id}/spaces` : '/user'
  return gatePage({
    base: urls.base,
    title: 'Your token',
    wide: true,
    body: html`${heading('Your token', `Copy “${label}” now: it is not shown again, and whoever has it acts in your name.`)}
<pre class="secret" id="token">${secret}</pre>
<h2>Use it</h2>
<pre>${`export LECTERN_TOKEN=${secret}`}</pre>
<pre>${`curl ${authorization} \\\n  ${urls.api(path)}`}</pre>
<p>When you no longer need it, revoke it on your account page.</p>
${linkButton('Back to your account', `${urls.base}${ACCOUNT}`)}
${linkButton('API reference', `${urls.base}/docs`, 'bare')}`,
  })
}
