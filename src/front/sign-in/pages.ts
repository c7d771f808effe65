// The pages of signing in.
import type { Row } from '../../db/tables.ts'
import { hasPasskeys, type Refusal } from '../../domain/sessions/index.ts'
import { html, linkUrl, NOTHING } from '../../render/html/index.ts'
import type { ServerOidc } from '../../resources/oidc/index.ts'
import type { Settings } from '../../server/settings.ts'
import type { Urls } from '../../server/urls.ts'
import { ICONS } from '../gate/drawings.ts'
import { gatePage } from '../gate/gate.ts'
import { button, field, form, heading, hidden, linkButton, note, small } from '../gate/parts.ts'
import { noPasskeys, OR, type Passkeys, passkeyForm, scriptsOf } from '../gate/passkey-parts.ts'

export const refusedPage = ({ base }: Urls, { title, message }: Refusal, way: { label: string; url: string }) =>
  gatePage({ base, title, body: html`${heading(title, message)}\n${linkButton(way.label, way.url)}` })

export interface PageContext {
  urls: Urls
  settings: Settings
  passkeys: Passkeys
  /** The provider of the whole server. */
  oidc?: ServerOidc | undefined
}

export interface SignInForm {
  email: string
  returnTo?: string | undefined
  /** What the last step did. */
  done?: string | undefined
  fault?: { email?: string; form?: string }
  /** Whether any organization has an identity provider. */
  hasCompanies: boolean
}

export const withReturn = (url: string, returnTo: string | undefined): string =>
  returnTo === undefined ? url : `${url}?${new URLSearchParams({ returnTo })}`

export function signInPage(context: PageContext, { email, returnTo, done, fault = {}, hasCompanies }: SignInForm) {
  const { urls, settings, oidc, passkeys } = context
  const { base } = urls
  const withPasskeys = hasPasskeys(passkeys.party)
  const options = `${base}/sign-in/passkey/options`
  const passkey = { kind: 'get', text: 'Use your passkey', options } as const
  const fields = html`${hidden('returnTo', returnTo)}
${field({
  name: 'email',
  label: 'Email address',
  type: 'email',
  autocomplete: withPasskeys ? 'username webauthn' : 'username',
  value: email,
  error: fault.email,
  focus: email === '' || fault.email !== undefined,
})}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', focus: email !== '' && fault.email === undefined })}
${button('Sign in', withPasskeys ? 'plain' : 'main')}
${settings.mail && linkByMail(base)}`
  const others = [
    oidc &&
      linkButton(`Continue with ${oidc.label}`, withReturn(`${base}/oidc/server/start`, returnTo), 'plain', ICONS.key),
    hasCompanies &&
      linkButton(
        'Continue with your company’s sign-in',
        withReturn(`${base}/sign-in/company`, returnTo),
        'plain',
        ICONS.lock,
      ),
  ].filter((other) => other !== undefined && other !== false)
  return gatePage({
    base,
    title: 'Sign in',
    ...scriptsOf(passkeys),
    body: html`${heading('Sign in')}
${note(done, 'good')}${note(fault.form)}
${withPasskeys && passkeyForm(`${base}/sign-in/passkey`, passkey, hidden('returnTo', returnTo))}${withPasskeys && OR}
${form(`${base}/sign-in`, fields)}
${others.length > 0 && html`<div class="or">or</div>`}
${others}
${small(helpWith(settings))}
${noPasskeys(passkeys)}`,
  })
}

function helpWith({ mail, signUp }: Settings): string {
  if (!mail) return 'No account, or no way in? Ask an administrator for a sign-in link.'
  const forgotten = 'Forgot your password? A link by mail lets you in, and you can choose a new one.'
  return signUp === 'open' ? `${forgotten} New here? The link creates your account.` : forgotten
}

// A second way to send the same form: what was typed stays, and no password is needed.
const linkByMail = (base: string) =>
  html`<button class="btn plain" formaction="${linkUrl(`${base}/sign-in/mail`)}" formnovalidate>${ICONS.mail}Send me a link</button>`

export const mailSentPage = ({ base }: Urls, email: string) =>
  gatePage({
    base,
    title: 'Check your mail',
    body: html`${heading('Check your mail', `If there is an account for ${email}, we sent it a link. It works once, within 30 minutes.`)}
${small('No mail after a few minutes? Check your spam folder, and the spelling of the address.')}
${linkButton('Back', `${base}/sign-in?${new URLSearchParams({ email })}`, 'bare')}`,
  })

interface CompanyForm {
  email: string
  returnTo?: string | undefined
  logins?: readonly { label: string; organization: string; url: string }[]
  fault?: string | undefined
}

export function companyPage({ base }: Urls, { email, returnTo, logins = [], fault }: CompanyForm) {
  const fields = html`${hidden('returnTo', returnTo)}
${field({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', value: email, error: fault, focus: true })}
${button('Continue', logins.length > 0 ? 'plain' : 'main')}`
  const sub =
    logins.length > 0
      ? 'Several organizations sign in people with this address. Choose yours.'
      : 'Enter your work address to continue where your company signs you in.'
  return gatePage({
    base,
    title: 'Your company’s sign-in',
    // The form leads on to the identity provider, which may be anywhere.
    formTargets: ['https:', 'http:'],
    body: html`${heading('Your company’s sign-in', sub)}
${logins.map(({ label, organization, url }) => linkButton(`${organization} · ${label}`, url, 'plain', ICONS.lock))}
${form(`${base}/sign-in/company`, fields)}
${linkButton('Other ways to sign in', withReturn(`${base}/sign-in`, returnTo), 'bare')}`,
  })
}

/** The form posts to the address of the page itself, so that the secret is in no other place. */
export const linkPage = ({ base }: Urls, { display_name, email }: Row<'users'>) =>
  gatePage({
    base,
    title: 'Sign in',
    body: html`${heading('Sign in', email.endsWith('.local') ? 'Set up this server.' : `as ${display_name} (${email})`)}
${form(undefined, button('Continue', 'main', ICONS.key))}
${small('The link works once. Continue only if you asked for it.')}`,
  })

export interface ConfirmForm {
  user: Row<'users'>
  returnTo: string
  /** A form that waits for the proof: where it goes, and what is in it. */
  step?: { action: string; fields: string }
  fault?: string | undefined
  /** What the user can confirm with. */
  ways: { password: boolean; passkey: boolean }
}

export function confirmPage(context: PageContext, { user, returnTo, step, fault, ways }: ConfirmForm) {
  const { urls, passkeys, oidc } = context
  const { base } = urls
  const address = `${base}/sign-in/confirm`
  const action = step?.action ?? address
  const passkey = { kind: 'get', text: 'Use your passkey', options: `${address}/options` } as const
  const goesOn = step ? hidden('step', step.fields) : hidden('returnTo', returnTo)
  const fields = html`${goesOn}
${field({ name: 'email', label: 'Email address', type: 'email', autocomplete: 'username', value: user.email, readonly: true })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', error: fault, focus: true })}
${button('Confirm', ways.passkey ? 'plain' : 'main')}`
  return gatePage({
    base,
    title: 'Confirm it is you',
    ...(ways.passkey && scriptsOf(passkeys)),
    body: html`${heading('Confirm it is you', 'This step needs a fresh proof of who you are.')}
${ways.passkey && passkeyForm(action, passkey, goesOn)}
${ways.passkey && ways.password ? OR : NOTHING}
${ways.password && form(action, fields)}
${!ways.passkey && !ways.password && signInAgain(base, oidc, returnTo)}
${linkButton('Cancel', base + returnTo, 'bare')}`,
  })
}

export const confirmedPage = ({ base }: Urls) =>
  gatePage({
    base,
    title: 'Thank you',
    body: html`${heading('Thank you', 'Close this tab. In the one you came from, the step goes on.')}
${linkButton('Your account', `${base}/account`, 'bare')}`,
  })

/** For people who have neither a password nor a passkey. */
const signInAgain = (base: string, oidc: ServerOidc | undefined, returnTo: string) => html`
${oidc && linkButton(`Continue with ${oidc.label}`, withReturn(`${base}/oidc/server/start`, returnTo), 'plain', ICONS.key)}
${linkButton('Continue with your company’s sign-in', withReturn(`${base}/sign-in/company`, returnTo), 'plain', ICONS.lock)}`

export function passwordPage({ base }: Urls, { hasPassword, fault }: { hasPassword: boolean; fault?: string }) {
  const title = hasPassword ? 'Change your password' : 'Set a password'
  const fields = html`${field({
    name: 'password',
    label: hasPassword ? 'New password' : 'Password',
    type: 'password',
    autocomplete: 'new-password',
    error: fault,
    focus: true,
    help: PASSWORD_HELP,
  })}
${button(hasPassword ? 'Change password' : 'Set password')}`
  return gatePage({
    base,
    title,
    body: html`${heading(title, 'You are signed out in all other browsers.')}
${form(`${base}/account/password`, fields)}
${linkButton('Cancel', `${base}/account`, 'bare')}`,
  })
}

export const PASSWORD_HELP = 'At least 12 characters. A few unrelated words are easy to remember.'
