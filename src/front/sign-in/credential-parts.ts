// The parts of the account page about how one signs in: password, passkeys, second step.
import type { Session } from '../../access/sessions.ts'
import type { Row } from '../../db/tables.ts'
import { hasPasskeys } from '../../domain/sessions/index.ts'
import { type Html, html } from '../../render/html/index.ts'
import type { Urls } from '../../server/urls.ts'
import { day } from '../gate/dates.ts'
import { gatePage } from '../gate/gate.ts'
import { button, field, form, heading, hidden, linkButton, small } from '../gate/parts.ts'
import { noPasskeys, type Passkeys, passkeyForm } from '../gate/passkey-parts.ts'

export const passwordPart = (account: string, hasPassword: boolean): Html => html`<h2>Password</h2>
${!hasPassword && html`<p>You have no password.</p>`}
${linkButton(hasPassword ? 'Change password' : 'Set a password', `${account}/password`)}`

interface Own {
  session: Session
  passkeys: Passkeys
  ownPasskeys: readonly Row<'passkeys'>[]
  hasPassword: boolean
}

export function passkeyPart(account: string, { session: { user }, passkeys, ownPasskeys }: Own): Html {
  const path = `${account}/passkeys`
  const each = ownPasskeys.map(
    ({ id, name, created_at, last_used_at }) =>
      html`<li><span><b>${name}</b><br><span class="small">Added ${day(created_at, user.language)}, ${
        last_used_at ? html`last used ${day(last_used_at, user.language)}` : 'never used'
      }</span></span>
${linkButton('Remove', `${path}/${id}/remove`, 'danger', html`<span class="sr">${name}: </span>`)}</li>`,
  )
  const add = { kind: 'create', text: 'Add a passkey', options: `${path}/options`, look: 'plain' } as const
  const name = field({
    name: 'passkey',
    label: 'Name of the passkey',
    autocomplete: 'off',
    maxLength: 64,
    optional: true,
    help: 'If you leave it empty, it is named after this browser.',
  })
  return html`<h2>Passkeys</h2>
${each.length > 0 ? html`<ul class="list rows">${each}</ul>` : html`<p>A passkey signs you in with your device, without a password.</p>`}
${hasPasskeys(passkeys.party) ? passkeyForm(path, add, name) : noPasskeys(passkeys)}`
}

/** Only those who have a password and a passkey have two steps to choose from. */
export function secondStepPart(account: string, { session: { user }, ownPasskeys, hasPassword }: Own): Html {
  const isOn = user.passkey_required === 1
  const canHave = ownPasskeys.length > 0 && hasPassword
  const state = isOn
    ? 'After your password or a link from your mail, you also need a passkey.'
    : canHave
      ? 'Your password alone signs you in. Turn the second step on to need a passkey as well.'
      : `With a second step, your password alone does not sign you in: you also need a passkey. ${
          hasPassword ? 'Add a passkey first.' : 'It needs a password first.'
        }`
  const change = form(
    `${account}/passkeys/required`,
    html`${hidden('required', isOn ? '0' : '1')}${button(isOn ? 'Turn off the second step' : 'Turn on the second step', 'plain')}`,
  )
  return html`<h2>Second step <span class="tag${isOn ? ' on' : ''}">${isOn ? 'On' : 'Off'}</span></h2>
<p>${state}</p>
${(isOn || canHave) && change}`
}

interface Removal {
  passkey: Row<'passkeys'>
  /** Whether it is the only way to sign in. */
  isOnlyWay: boolean
  /** Whether the second step ends with it. */
  endsSecondStep: boolean
}

export function removePasskeyPage({ base }: Urls, { passkey, isOnlyWay, endsSecondStep }: Removal) {
  const account = `${base}/account`
  const title = `Remove “${passkey.name}”?`
  if (isOnlyWay)
    return gatePage({
      base,
      title: 'Remove a passkey',
      body: html`${heading(title, 'This passkey is your only way to sign in. Set a password or add another passkey first.')}
${linkButton('Set a password', `${account}/password`)}
${linkButton('Keep it', account, 'bare')}`,
    })
  const sub = endsSecondStep
    ? 'It is your last passkey, so the second step ends too: your password alone will sign you in.'
    : 'You can no longer sign in with it.'
  return gatePage({
    base,
    title: 'Remove a passkey',
    body: html`${heading(title, sub)}
${form(`${account}/passkeys/${passkey.id}/remove`, button('Remove passkey', 'danger'))}
${linkButton('Keep it', account, 'bare')}
${small('Your device or password manager keeps its part of the passkey. Delete it there too.')}`,
  })
}
