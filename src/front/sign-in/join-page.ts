// The page of an invite link: what it invites to, and the ways in.
import type { SsoLogin } from '../../domain/sso/index.ts'
import { type Html, html, NOTHING } from '../../render/html/index.ts'
import type { Urls } from '../../server/urls.ts'
import { ICONS } from '../gate/drawings.ts'
import { gatePage } from '../gate/gate.ts'
import { button, field, form, heading, linkButton, note, small } from '../gate/parts.ts'
import type { Standing } from './invitation.ts'
import { PASSWORD_HELP, withReturn } from './pages.ts'

export interface JoinPage {
  organization: string
  /** What people may do there, such as “edit its content” or “edit the space Handbook”. */
  offer: string
  /** The path of this page. */
  path: string
  /** Where the link leads once they are in. */
  place: string
  standing: Standing
  /** Who is signed in, if anybody. */
  user?: { name: string; email: string } | undefined
  /** The identity providers of the organization. */
  logins: readonly SsoLogin[]
  /** True if people have to sign in through one of them. */
  ssoOnly: boolean
  /** The domains that addresses have to be in; empty: any. */
  domains: readonly string[]
  form?: { name: string; email: string; faults: { name?: string; email?: string; password?: string; form?: string } }
}

export function joinPage({ base }: Urls, page: JoinPage) {
  if (page.standing === 'same' || page.standing === 'less') return memberPage(base, page)
  const { organization, offer, path, user, logins, ssoOnly } = page
  const providers = logins.map(({ label, startURL }) =>
    linkButton(`Continue with ${label}`, withReturn(startURL, path), ssoOnly ? 'main' : 'plain', ICONS.lock),
  )
  const existing = linkButton('Sign in to an existing account', withReturn(`${base}/sign-in`, path))
  return gatePage({
    base,
    title: `Join ${organization}`,
    body: html`${heading(`Join ${organization}`, `You are invited to ${offer}.`)}
${note(page.form?.faults.form)}
${user ? joinForm(base, page) : ssoOnly ? NOTHING : accountForm(base, page)}
${!user && !ssoOnly && html`<div class="or">or</div>`}
${(!user || ssoOnly) && providers}
${!user && !ssoOnly && existing}
${ssoOnly && small(providers.length > 0 ? SSO_ONLY : NO_PROVIDER)}`,
  })
}

/** For people who are members already. */
function memberPage(base: string, { organization, offer, path, place, standing, user }: JoinPage) {
  const { name, email } = user!
  const isMore = standing === 'less'
  const sub = isMore ? `This link also lets you ${offer}.` : `This link lets you ${offer}, which you can do already.`
  return gatePage({
    base,
    title: organization,
    body: html`${heading(`You are already in ${organization}`, sub)}
${small(`Signed in as ${name} (${email}).`)}
${isMore && form(base + path, button('Accept'))}
${linkButton(`Go to ${organization}`, isMore ? `${base}/app` : place, isMore ? 'bare' : 'main')}`,
  })
}

const SSO_ONLY = 'This organization asks everybody to sign in through its identity provider.'
const NO_PROVIDER = `${SSO_ONLY.slice(0, -1)}, which is not set up yet. Ask one of its admins.`

function joinForm(base: string, { organization, path, user, ssoOnly }: JoinPage): Html {
  const { name, email } = user!
  const who = small(`Signed in as ${name} (${email}).`)
  if (ssoOnly) return who
  return html`${who}
${form(base + path, button(`Join ${organization}`))}
${linkButton('Use another account', `${base}/account`, 'bare')}`
}

function accountForm(base: string, { path, domains, form: given }: JoinPage): Html {
  const { name = '', email = '', faults = {} } = given ?? {}
  const focus = (['name', 'email', 'password'] as const).find((field) => faults[field] !== undefined) ?? 'name'
  const inDomains = domains.length > 0 ? `An address at ${domains.join(' or ')}.` : undefined
  return form(
    `${base}${path}/account`,
    html`${field({ name: 'name', label: 'Your name', autocomplete: 'name', value: name, error: faults.name, maxLength: 64, focus: focus === 'name' })}
${field({ name: 'email', label: 'Your email address', type: 'email', autocomplete: 'username', value: email, error: faults.email, help: inDomains, focus: focus === 'email' })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', error: faults.password, help: PASSWORD_HELP, focus: focus === 'password' })}
${button('Create account and join')}`,
  )
}
