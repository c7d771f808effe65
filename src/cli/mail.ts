// lectern mail: checks that the server can send mail.
import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { CommandError } from './failures.ts'
import { print } from './print.ts'

export function addMail(program: Command): void {
  program
    .command('mail')
    .description('check that the server can send mail')
    .command('test')
    .description('send a mail at once, and say what the SMTP server answers')
    .requiredOption('--to <address>', 'the address to send it to')
    .addHelpText('after', '\nExample:\n  $ lectern mail test --to writer@example.com')
    .action(testMail)
}

async function testMail({ to }: { to: string }): Promise<void> {
  const { mail, url } = readConfig()
  if (!/^[^@\s]+@[^@\s]+$/.test(to)) throw new CommandError(`"${to}" is not an email address.`)
  if (!mail) throw new CommandError('SMTP_URL is not set: set it to smtp://user:password@mail.example.com:587.')
  const { createMailer, testLetter } = await import('../mail/index.ts')
  const { newId } = await import('../lib/ids.ts')
  const letter = testLetter(url, 'with “lectern mail test”')
  try {
    await createMailer(mail).send({ id: newId(), to }, letter)
  } catch (error) {
    throw new CommandError(`The mail was not sent: ${(error as Error).message}`)
  }
  print(`The SMTP server accepted the mail to ${to}, from ${mail.from}.`)
}
