// lectern serve: starts the server, prints its URL, and stops it gracefully on a signal.
import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { limitHeapGrowth } from '../lib/heap-growth.ts'
import { VERSION } from '../lib/version.ts'
import type { RunningServer } from '../serve.ts'
import { print } from './print.ts'

const AFTER = `
The first start creates an organization, an admin, a token and a site, and prints the token once. Until the admin has
signed in, every start prints a link that signs them in. Ctrl-C or SIGTERM stops the
server after requests in flight have finished, or after LECTERN_STOP_SECONDS (10).

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
  limitHeapGrowth()
  const { startServer } = await import('../serve.ts')
  // A signal during the start stops the server once it has started.
  const signal = firstSignal()
  const running = await startServer(config)
  print(greeting(config, running.url, running.greeting))
  await running.stop(await signal)
}

/** Resolves on the first signal; a second one exits at once. */
const firstSignal = (): Promise<string> =>
  new Promise((resolve) => {
    let received = false
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.on(signal, () => {
        if (received) process.exit(1)
        received = true
        resolve(signal)
      })
    }
  })

function greeting(config: Config, url: string, { token, link, site }: RunningServer['greeting']): string {
  const signIn =
    link === undefined ? undefined : `Open this link to sign in. It works once, within 30 minutes:\n\n    ${link}`
  const places = [
    ...(site === undefined ? [] : [`A first site   ${site}`]),
    `Documentation  ${url}/help`,
    `API reference  ${url}/docs`,
    `Data folder    ${config.data}`,
  ]
  const parts = [
    `Lectern ${VERSION} is running at ${url}`,
    ...(signIn === undefined ? [] : [signIn]),
    ...(token === undefined ? [] : [aboutToken(config, url, token)]),
    places.join('\n  '),
  ]
  return `\n  ${parts.join('\n\n  ')}\n`
}

function aboutToken({ adminToken }: Config, url: string, token: string): string {
  const isGiven = token === adminToken
  return `${isGiven ? 'Your API token is the one in LECTERN_ADMIN_TOKEN.' : `Your API token, shown only this once:\n\n    ${token}`}

  It is the token of the first admin, so keep it safe. Try it:

    curl -H "Authorization: Bearer ${isGiven ? '$LECTERN_ADMIN_TOKEN' : token}" ${url}/v1/user`
}
