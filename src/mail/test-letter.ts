// The mail that shows whether the server can send mail.
import type { Letter } from './letter.ts'

export const testLetter = (url: string, how: string): Letter => ({
  subject: 'Lectern can send mail',
  lines: ['This is a test. If you can read it, people will receive their invitations, links and notifications.'],
  button: { label: 'Open Lectern', url },
  notes: [`Somebody who runs this server sent this mail ${how}.`],
})
