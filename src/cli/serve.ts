// lectern serve: starts the server, says where it is, and stops in order when told to.
import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { VERSION } from '../lib/version.ts'
import { print } from './print.ts'

const AFTER = `
The first start creates an organization, its admin and a token, and prints the token once. Ctrl-C or SIGTERM stops the
server: requests in flight are finished first, for at most LECTERN_STOP_SECONDS (10).

Examples:
  $ lectern serve
  $ PORT=8080 HOST=0.0.0.0 LECTERN_URL=https://docs.example.com lectern serve
  $ DATABASE_URL=postgres://lectern:secret@db/lectern lectern serve`

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('start the server')
    .addHelpText('after', AFTER)
    .action(async () => serve(readConfig()))
}

async function serve(config: Config): Promise<void> {
  const { startServer } = await import('../serve.ts')
  const running = await startServer(config)
  print(greeting(config, running.url, running.token))
  const signal = await firstSignal()
  await running.stop(signal)
}

/** Later signals do not wait. */
const firstSignal = (): Promise<string> =>
  new Promise((resolve) => {
    let told = false
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        if (told) process.exit(1)
        told = true
        resolve(signal)
      })
    }
  })

function greeting(config: Config, url: string, token: string | undefined): string {
  const running = `Lectern ${VERSION} is running at ${url}`
  if (token === undefined) return running
  const isGiven = token === config.adminToken
  return `
  ${running}

  ${isGiven ? 'Your token is the one in LECTERN_ADMIN_TOKEN.' : `Your token, shown only this once:\n\n    ${token}`}

  It is the token of the first admin, so keep it safe. Try it:

    curl -H "Authorization: Bearer ${isGiven ? '$LECTERN_ADMIN_TOKEN' : token}" ${url}/v1/user

  API reference  ${url}/docs
  Data folder    ${config.data}
  More people    lectern user create --email you@example.com
`
}
