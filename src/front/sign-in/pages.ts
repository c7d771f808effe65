// The pages of signing in.
import type { Session } from '../../access/sessions.ts'
import type { Refusal } from '../../resources/saml/refusals.ts'
import type { Urls } from '../../server/urls.ts'
import { compilePage, escapeHtml as html } from '../page.ts'

export const ACCOUNT = '/account'

/** How long a token may be asked to last, in days; 0 is for good. */
export const LIFETIMES = [30, 90, 365, 0] as const

export function refusedPage({ title, message }: Refusal, again: string | undefined) {
  const link = again ? `<ul class="links"><li><a href="${html(again)}">Sign in again</a></li></ul>` : ''
  return compilePage({
    title: `${title} · Lectern`,
    body: `<h1>${html(title)}</h1>\n<p class="lead">${html(message)}</p>\n${link}`,
  })
}

export const signedOutPage = compilePage({
  title: 'Signed out · Lectern',
  body: `<h1>Signed out</h1>
<p class="lead">This browser no longer knows you. Tokens that you created go on working.</p>`,
})

interface Signed {
  session: Session
  formSecret: string
  urls: Urls
}

const hidden = ({ formSecret }: Signed) => `<input type="hidden" name="secret" value="${html(formSecret)}">`

const shell = (text: string) => `<pre>${html(text)}</pre>`

function whoIs({ session: { user, organization, provider } }: Signed): string {
  return `<dl>
  <dt>Name</dt><dd>${html(user.display_name)}</dd>
  <dt>Email</dt><dd>${html(user.email)}</dd>
  <dt>Organization</dt><dd>${html(organization.title)}</dd>
  <dt>Through</dt><dd>${html(provider.label)}</dd>
</dl>`
}

const signOut = (signed: Signed) => `<form method="post" action="${html(signed.urls.base)}${ACCOUNT}/sign-out">
${hidden(signed)}<button>Sign out</button></form>`

const lifetime = (days: number) =>
  `<option value="${days}">${days === 0 ? 'for as long as I want' : `for ${days} days`}</option>`

export function accountPage(signed: Signed) {
  const { session, urls } = signed
  return compilePage({
    title: 'Signed in · Lectern',
    forms: true,
    body: `
<h1>Signed in</h1>
<p class="lead">Programs that act in your name need an API token. Create one here.</p>
${whoIs(signed)}
<h2>Create an API token</h2>
<p>It works in ${html(session.organization.title)} with the role you have there, and is shown only once.</p>
<form method="post" action="${html(urls.base)}${ACCOUNT}/tokens">
${hidden(signed)}
<input name="label" maxlength="100" placeholder="What it is for" aria-label="What it is for" required autofocus>
<select name="days" aria-label="How long it lasts">${LIFETIMES.map(lifetime).join('')}</select>
<button class="main">Create token</button>
</form>
<h2>This browser</h2>
<p>You stay signed in here until ${html(session.expiresAt.slice(0, 16).replace('T', ' '))} UTC.</p>
${signOut(signed)}`,
  })
}

export function tokenPage(signed: Signed, { label, secret }: { label: string; secret: string }) {
  const { session, urls } = signed
  const authorization = '-H "Authorization: Bearer $LECTERN_TOKEN"'
  return compilePage({
    title: 'Your token · Lectern',
    forms: true,
    body: `
<h1>Your token</h1>
<p class="lead">Copy “${html(label)}” now: it is not shown again, and whoever has it acts in your name.</p>
<pre class="secret" id="token">${html(secret)}</pre>
<h2>Use it</h2>
${shell(`export LECTERN_TOKEN=${secret}`)}
<p>List the spaces that you can see in ${html(session.organization.title)}:</p>
${shell(`curl ${authorization} \\\n  ${urls.api(`/orgs/${session.organization.id}/spaces`)}`)}
<p>When you no longer need it, revoke it; <code>GET /v1/user/tokens</code> tells its id.</p>
${shell(`curl -X DELETE ${authorization} \\\n  ${urls.api('/user/tokens/<id>')}`)}
<ul class="links">
  <li><a href="${html(urls.base)}${ACCOUNT}">Back</a></li>
  <li><a href="${html(urls.base)}/docs">API reference</a></li>
</ul>`,
  })
}
