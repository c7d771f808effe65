// The parts of the account page: profile, address, where one is signed in, tokens, looks, data.
import type { Session } from '../../access/sessions.ts'
import type { Row } from '../../db/tables.ts'
import { localeOf, nameOfLanguage } from '../../lib/locales.ts'
import { describeDevice } from '../../lib/user-agent.ts'
import { attributes, type Html, html, join, pictureUrl } from '../../render/html/index.ts'
import { day, minute } from '../gate/dates.ts'
import { button, choice, field, form, hidden, linkButton } from '../gate/parts.ts'

/** A small button at the end of a row. */
const rowButton = (action: string, text: string, about: string) =>
  form(action, html`<button class="btn danger"${attributes({ 'aria-label': `${text}: ${about}` })}>${text}</button>`)

const rows = (items: readonly Html[]) => html`<ul class="list rows">${items.map((item) => html`<li>${item}</li>`)}</ul>`

const titled = (title: string, ...details: Html[]) =>
  html`<span><b>${title}</b><br><span class="small">${join(details.map((detail, at) => (at === 0 ? detail : html` · ${detail}`)))}</span></span>`

export function profilePart(account: string, user: Row<'users'>): Html {
  const isUploaded = user.photo_url?.startsWith('/') ?? false
  const base = account.slice(0, account.lastIndexOf('/'))
  const name = field({ name: 'name', label: 'Name', autocomplete: 'name', value: user.display_name, maxLength: 64 })
  const picture = html`<div class="field"><label for="picture">Picture</label>
<input class="input file" id="picture" name="picture" type="file" accept="image/png,image/jpeg,image/webp,image/gif" required aria-describedby="picture-help">
<span class="help" id="picture-help">PNG, JPEG, WebP or GIF, at most 1 MB.</span></div>${button('Upload picture', 'plain')}`
  return html`<h2>Profile</h2>
${form(`${account}/profile`, html`${name}${button('Save name', 'plain')}`)}
${isUploaded && html`<img class="picture" src="${pictureUrl(base + user.photo_url)}" alt="Your picture" width="72" height="72">`}
${form(`${account}/picture`, picture, { enctype: 'multipart/form-data' })}
${user.photo_url !== null && form(`${account}/picture/remove`, button('Remove picture', 'bare'))}`
}

interface EmailChange {
  canSendMail: boolean
  /** False as long as nobody has proved the address. */
  isWhole: boolean
}

export function emailPart(account: string, user: Row<'users'>, { canSendMail, isWhole }: EmailChange): Html {
  if (canSendMail && !isWhole)
    return html`<h2>Email address</h2><p>${user.email}</p>
<p class="small">To change it, sign out and sign in once with a link by mail: that proves that this address is yours.</p>`
  if (!canSendMail)
    return html`<h2>Email address</h2><p>${user.email}</p>
<p class="small">This server sends no mail, so it cannot check a new address. The operator can change it with <code>lectern user email</code>.</p>`
  const address = field({
    name: 'email',
    label: 'New email address',
    type: 'email',
    autocomplete: 'email',
    maxLength: 254,
    help: `Now ${user.email}. It changes when you open the link that we send to the new address.`,
  })
  return html`<h2>Email address</h2>
${form(`${account}/email`, html`${address}${button('Send the link', 'plain')}`)}`
}

export function sessionsPart(account: string, sessions: readonly Row<'sessions'>[], { row, user }: Session): Html {
  const each = sessions.map(({ id, user_agent, address, last_used_at }) => {
    const device = describeDevice(user_agent)
    const text = titled(
      device,
      html`last used ${minute(last_used_at, user.language)}`,
      html`${address ?? 'unknown address'}`,
    )
    const end = rowButton(`${account}/sessions/${id}/end`, 'Sign out', device)
    return html`${text}${id === row.id ? html`<span class="small">This browser</span>` : end}`
  })
  return html`<h2>Where you are signed in</h2>
${rows(each)}
${sessions.length > 1 && form(`${account}/sessions/end`, button('Sign out everywhere else', 'plain'))}`
}

export function tokensPart(account: string, tokens: readonly Row<'tokens'>[], { language }: Row<'users'>): Html {
  const each = tokens.map(({ id, label, last_used_at, expires_at }) => {
    const used = last_used_at ? html`last used ${minute(last_used_at, language)}` : html`never used`
    const ends = expires_at ? html`expires ${day(expires_at, language)}` : html`never expires`
    return html`${titled(label, used, ends)}${rowButton(`${account}/tokens/${id}/revoke`, 'Revoke', label)}`
  })
  return html`${tokens.length > 0 && html`<h2>API tokens</h2>\n${rows(each)}`}`
}

const THEMES = { '': 'Like my device', light: 'Light', dark: 'Dark' }

export function themePart(account: string, { theme }: Row<'users'>): Html {
  const options = Object.entries(THEMES).map(([value, text]) => ({ value, text, selected: value === (theme ?? '') }))
  return html`<h2>Looks</h2>
${form(`${account}/theme`, html`${choice({ name: 'theme', label: 'Theme', options })}${button('Save theme', 'plain')}`)}`
}

/** Languages to choose from; the API takes every one that the server can write dates in. */
const LANGUAGES = 'en-GB en-US cs da de es fi fr it ja ko nb nl pl pt-BR pt-PT ru sv tr uk zh'.split(' ')

export function languagePart(account: string, { language }: Row<'users'>): Html {
  const chosen = localeOf(language)
  const tags = LANGUAGES.includes(chosen) ? LANGUAGES : [...LANGUAGES, chosen]
  const options = tags.map((tag) => ({
    value: tag,
    text: nameOfLanguage(tag),
    lang: tag,
    selected: tag === chosen,
  }))
  const help =
    'Dates and times are written the way this language writes them: here, in the console and in daily mails. The words are English.'
  return html`<h2>Language</h2>
${form(`${account}/language`, html`${choice({ name: 'language', label: 'Language of dates and times', options, help })}${button('Save language', 'plain')}`)}`
}

export const dataPart = (account: string, isWhole: boolean): Html => html`<h2>Your data</h2>
${isWhole && linkButton('Download everything about you', `${account}/data`)}
${linkButton('Delete your account', `${account}/delete`, 'bare')}`

export const deletePart = (account: string, { email }: Row<'users'>): Html =>
  form(
    `${account}/delete`,
    html`${hidden('email', email)}<p>Your tokens and sessions end, and you leave all organizations. What you wrote stays, without your name. This cannot be undone.</p>
${button(`Delete ${email}`, 'danger')}`,
  )
