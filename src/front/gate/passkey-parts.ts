// The parts of pages that create or use a passkey. They stay hidden where the browser runs no script.
import { hasPasskeys, type NoRelyingParty, type RelyingParty } from '../../domain/sessions/index.ts'
import { type Html, html, NOTHING } from '../../render/html/index.ts'
import { ICONS } from './drawings.ts'
import { form, hidden, small } from './parts.ts'

export interface Passkeys {
  party: RelyingParty | NoRelyingParty
  /** The path of the script. */
  script: string
}

interface PasskeyButton {
  kind: 'get' | 'create'
  text: string
  /** Where the options are. */
  options: string
  look?: 'main' | 'plain'
}

/** A button for a form; the form needs no other field. */
export const passkeyButton = ({ kind, text, options, look = 'main' }: PasskeyButton): Html =>
  html`${hidden('credential', '')}
<button type="button" class="btn ${look}" data-scripted hidden data-passkey="${kind}" data-options="${options}">${ICONS.key}${text}</button>
<p class="note bad" role="alert" data-note hidden></p>`

export const passkeyForm = (action: string, button: PasskeyButton, fields: Html = NOTHING): Html =>
  form(action, html`${fields}${passkeyButton(button)}`, { 'data-scripted': true, hidden: true })

export const OR = html`<div class="or" data-scripted hidden>or</div>`

/** Why there are no passkeys, if so. */
export const noPasskeys = ({ party }: Passkeys): Html => (hasPasskeys(party) ? NOTHING : small(party.reason))

export const scriptsOf = ({ party, script }: Passkeys): { scripts?: readonly string[] } =>
  hasPasskeys(party) ? { scripts: [script] } : {}
