// The page of the first visit.
import { hasPasskeys } from '../../domain/sessions/index.ts'
import { html } from '../../render/html/index.ts'
import { gatePage } from '../gate/gate.ts'
import { button, field, form, heading } from '../gate/parts.ts'
import { noPasskeys, OR, passkeyButton, scriptsOf } from '../gate/passkey-parts.ts'
import { PASSWORD_HELP, type PageContext } from './pages.ts'

export interface SetupForm {
  name: string
  email: string
  /** The name of the organization, for the first admin only. */
  organization?: string
  faults: { name?: string; email?: string; organization?: string; password?: string }
}

/** The fields as they follow each other: the first fault gets the focus. */
const ORDER = ['organization', 'name', 'email', 'password'] as const

export function setupPage({ urls: { base }, passkeys }: PageContext, { name, email, organization, faults }: SetupForm) {
  const isFirst = organization !== undefined
  const withPasskeys = hasPasskeys(passkeys.party)
  const first = isFirst ? 'organization' : 'name'
  const focus = ORDER.find((name) => faults[name] !== undefined) ?? first
  const create = {
    kind: 'create',
    text: 'Create a passkey and continue',
    options: `${base}/sign-in/setup/options`,
  } as const
  const fields = html`${
    isFirst &&
    field({
      name: 'organization',
      label: 'Organization name',
      autocomplete: 'organization',
      value: organization,
      error: faults.organization,
      help: 'Your company or team. You can change this later.',
      maxLength: 64,
      focus: focus === 'organization',
    })
  }
${field({ name: 'name', label: 'Your name', autocomplete: 'name', value: name, error: faults.name, maxLength: 64, focus: focus === 'name' })}
${field({ name: 'email', label: 'Your email address', type: 'email', autocomplete: 'username', value: email, error: faults.email, readonly: !isFirst, focus: focus === 'email' })}
${withPasskeys && passkeyButton(create)}${withPasskeys && OR}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', error: faults.password, help: PASSWORD_HELP, focus: focus === 'password' })}
${button(withPasskeys ? 'Continue with a password' : 'Continue', withPasskeys ? 'plain' : 'main')}`
  const sub = isFirst
    ? 'This server is new, and you are the first one here. You will be its administrator.'
    : 'Choose how your name appears, and how you sign in next time.'
  return gatePage({
    base,
    title: 'Welcome',
    ...scriptsOf(passkeys),
    body: html`${heading('Welcome to Lectern', sub)}
${form(`${base}/sign-in/setup`, fields)}
${noPasskeys(passkeys)}`,
  })
}
