// The page about notifications: how each kind arrives, and which spaces are muted.
import type { Row } from '../../db/tables.ts'
import type { Deliveries } from '../../domain/notifications/index.ts'
import { attributes, html } from '../../render/html/index.ts'
import type { Urls } from '../../server/urls.ts'
import { gatePage } from '../gate/gate.ts'
import { button, choice, form, heading, hidden, linkButton, note, small } from '../gate/parts.ts'
import { NOTIFICATIONS, SETTINGS } from '../notification-names.ts'

type Delivery = Deliveries[keyof Deliveries]

const ALL: Record<Delivery, string> = {
  mail: 'In the console, and by mail at once',
  digest: 'In the console, and in one mail a day',
  console: 'In the console',
  off: 'Not at all',
}

export interface NotificationPage {
  kinds: Deliveries
  muted: readonly Pick<Row<'spaces'>, 'id' | 'title'>[]
  canSendMail: boolean
  /** What the last form did. */
  done?: string | undefined
}

/** What somebody gets who chose `delivery`, on a server that may send no mail. */
const effective = (delivery: Delivery, canSendMail: boolean): Delivery =>
  !canSendMail && (delivery === 'mail' || delivery === 'digest') ? 'console' : delivery

export function notificationPage({ base }: Urls, { kinds, muted, canSendMail, done }: NotificationPage) {
  const deliveries = (Object.entries(ALL) as [Delivery, string][]).filter(
    ([delivery]) => effective(delivery, canSendMail) === delivery,
  )
  const fields = (Object.keys(NOTIFICATIONS) as (keyof Deliveries)[]).map((kind) => {
    const current = effective(kinds[kind], canSendMail)
    const options = deliveries.map(([value, text]) => ({ value, text, selected: value === current }))
    const label = NOTIFICATIONS[kind]
    return choice({ name: kind, label: label[0]!.toUpperCase() + label.slice(1), options })
  })
  const each = muted.map(
    ({ id, title }) =>
      html`<li><span><b>${title || 'Untitled'}</b></span>${form(`${base}${SETTINGS}/unmute`, html`${hidden('space', id)}<button class="btn plain"${attributes({ 'aria-label': `Unmute: ${title}` })}>Unmute</button>`)}</li>`,
  )
  return gatePage({
    base,
    title: 'Notifications',
    wide: true,
    body: html`${heading('Notifications', 'What you want to hear of, and how.')}
${note(done, 'good')}
${form(base + SETTINGS, html`${fields}${button('Save')}`)}
${!canSendMail && small('This server sends no mail.')}
<h2>Muted spaces</h2>
${muted.length > 0 ? html`<ul class="list rows">${each}</ul>` : html`<p>None. The menu of a space mutes it.</p>`}
${linkButton('Your account', `${base}/account`, 'bare')}`,
  })
}
