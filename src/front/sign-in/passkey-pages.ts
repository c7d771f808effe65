// The page that asks for a passkey as the second step.
import { html } from '../../render/html/index.ts'
import type { Urls } from '../../server/urls.ts'
import { gatePage } from '../gate/gate.ts'
import { heading, linkButton, small } from '../gate/parts.ts'
import { type Passkeys, passkeyForm, scriptsOf } from '../gate/passkey-parts.ts'

export const secondStepPage = ({ urls: { base }, passkeys }: { urls: Urls; passkeys: Passkeys }, path: string) =>
  gatePage({
    base,
    title: 'Use your passkey',
    ...scriptsOf(passkeys),
    body: html`${heading('Use your passkey', 'This is the second step that you chose for your account.')}
${passkeyForm(`${base}${path}`, { kind: 'get', text: 'Use your passkey', options: `${base}${path}/options` })}
<noscript><p class="note bad">This step needs JavaScript. Enable it and sign in again.</p></noscript>
${linkButton('Cancel', `${base}/sign-in`, 'bare')}
${small('Passkey lost? Ask an administrator for a sign-in link.')}`,
  })
