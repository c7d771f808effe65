// lectern setup: asks five questions and writes the settings file.
import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { SETTINGS_FILE } from '../config/settings-file.ts'
import { CommandError } from './failures.ts'
import { print } from './print.ts'

const AFTER = `
An empty answer takes what is in parentheses. The server and every command read lectern.env in their folder, or the file
that LECTERN_SETTINGS names. Settings in the environment win.

Examples:
  $ lectern setup
  $ lectern setup /etc/lectern.env`

interface Question {
  name: string
  text: string
  fallback: string | ((answers: ReadonlyMap<string, string>) => string)
  /** Says what is wrong with an answer. */
  fault(answer: string): string | undefined
}

const isUrl = (text: string, protocols: RegExp) => URL.canParse(text) && protocols.test(new URL(text).protocol)

/** Without a proxy, the server listens at the port that people open. */
function portOf(address: string): string {
  const { protocol, port } = new URL(address)
  return (protocol === 'http:' && port) || '4000'
}

const QUESTIONS: Question[] = [
  {
    name: 'LECTERN_URL',
    text: 'Which address do people open?',
    fallback: 'http://localhost:4000',
    fault: (answer) => (isUrl(answer, /^https?:$/) ? undefined : 'An address looks like https://docs.example.com.'),
  },
  {
    name: 'PORT',
    text: 'On which port does the server listen?',
    fallback: (answers) => portOf(answers.get('LECTERN_URL')!),
    fault: (answer) =>
      /^\d{1,5}$/.test(answer) && Number(answer) <= 65_535 ? undefined : 'A port is a number up to 65535.',
  },
  {
    name: 'LECTERN_DATA',
    text: 'Which folder holds its data?',
    fallback: resolve('data'),
    fault: (answer) => (answer.includes('\n') ? 'A path is one line.' : undefined),
  },
  {
    name: 'DATABASE_URL',
    text: 'Which PostgreSQL does it use? Without one, SQLite in the data folder',
    fallback: '',
    fault: (answer) =>
      answer === '' || isUrl(answer, /^postgres(ql)?:$/)
        ? undefined
        : 'An address of PostgreSQL looks like postgres://user:password@host:5432/name.',
  },
  {
    name: 'SMTP_URL',
    text: 'Which server sends its mail? Without one, it sends no mail',
    fallback: '',
    fault: (answer) =>
      answer === '' || isUrl(answer, /^smtps?:$/)
        ? undefined
        : 'An address of a mail server looks like smtp://user:password@mail.example.com:587.',
  },
]

export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('ask five questions and write a settings file')
    .argument('[file]', 'the file to write', SETTINGS_FILE)
    .option('--force', 'replace a file that is there')
    .addHelpText('after', AFTER)
    .action(async (file: string, { force }: { force?: boolean }) => {
      if (existsSync(file) && !force) throw new CommandError(`${file} exists: edit it, or replace it with --force.`)
      const answers = await ask()
      writeFileSync(file, `${[...answers].map(([name, value]) => `${name}=${value}`).join('\n')}\n`, { mode: 0o600 })
      print(
        `Wrote ${resolve(file)}. Start the server with "npx lectern serve", then check it with "npx lectern doctor".`,
      )
    })
}

async function ask(): Promise<Map<string, string>> {
  const input = createInterface({ input: process.stdin, output: process.stderr })
  const lines = input[Symbol.asyncIterator]()
  const answers = new Map<string, string>()
  try {
    for (const { name, text, fallback: given, fault } of QUESTIONS) {
      const fallback = typeof given === 'string' ? given : given(answers)
      for (;;) {
        process.stderr.write(`${text} (${fallback || 'none'})\n> `)
        const { value, done } = await lines.next()
        if (done) throw new CommandError('The questions were not answered, so nothing was written.')
        const answer = value.trim() || fallback
        const wrong = fault(answer)
        if (wrong === undefined) {
          if (answer !== '') answers.set(name, answer)
          break
        }
        process.stderr.write(`${wrong}\n`)
      }
    }
  } finally {
    input.close()
  }
  return answers
}
