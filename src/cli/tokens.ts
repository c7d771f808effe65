// lectern token: creates, lists and revokes tokens of any user.
import type { Command } from 'commander'
import type { Db, Row } from '../db/tables.ts'
import type { EventName } from '../events/events.ts'
import { CommandError } from './failures.ts'
import { print, printJson, printTable } from './print.ts'
import { withStore } from './store.ts'

interface CreateOptions {
  user?: string
  label: string
  expires?: string
  json?: boolean
}

export function addTokens(program: Command): void {
  const token = program.command('token').description('create, list and revoke API tokens')
  token
    .command('create')
    .description('create a token and print it once')
    .option('--user <email or id>', 'the user of the token (default: the first admin)')
    .option('--label <text>', 'what it is for', 'Command line')
    .option('--expires <when>', 'when it expires: 12h, 30d, 1y or a date (default: never)')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ lectern token create
  $ lectern token create --user reader@example.com --label laptop --expires 30d
  $ TOKEN=$(lectern token create --json | jq -r .token)`,
    )
    .action(createToken)
  token
    .command('list')
    .description('list all tokens except revoked ones')
    .option('--user <email or id>', 'only tokens of this user')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ lectern token list --user reader@example.com')
    .action(listTokens)
  token
    .command('revoke')
    .description('revoke a token immediately')
    .argument('<id>', 'the id of the token, from "lectern token list"')
    .addHelpText('after', '\nExample:\n  $ lectern token revoke 0VTQhFLBqZ7hXK5tXbJm')
    .action(revokeToken)
}

const createToken = ({ user: given, label, expires, json }: CreateOptions): Promise<void> =>
  withStore(async ({ database }) => {
    const { insertToken } = await import('../domain/people/users.ts')
    const { loadFirstAdmin, loadUser } = await import('./people.ts')
    const { parseExpiry } = await import('./expiry.ts')
    const expiresAt = expires === undefined ? undefined : parseExpiry(expires)
    const { user, token, secret } = await database.write(async (db) => {
      const user = given === undefined ? await loadFirstAdmin(db) : await loadUser(db, given)
      const made = await insertToken(db, user.id, { label, expiresAt })
      await record(db, 'user.token.created', made.token)
      return { user, ...made }
    })
    if (json) return printJson({ ...shown(token), user: user.email, token: secret })
    print(`${secret}\n`)
    print(`The token "${label}" of ${user.email}, shown only this once${until(token)}.`)
    print(`To revoke it: lectern token revoke ${token.id}`)
  })

const until = ({ expires_at }: Row<'tokens'>) => (expires_at === null ? '' : `; it expires at ${expires_at}`)

const listTokens = ({ user: given, json }: { user?: string; json?: boolean }): Promise<void> =>
  withStore(async ({ database: { read } }) => {
    const { loadUser } = await import('./people.ts')
    const user = given === undefined ? undefined : await loadUser(read, given)
    const rows = await read
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .selectAll('tokens')
      .select('users.email')
      .where('revoked_at', 'is', null)
      .$if(user !== undefined, (tokens) => tokens.where('user_id', '=', user!.id))
      .orderBy('tokens.id')
      .execute()
    if (json) return printJson(rows.map((row) => ({ ...shown(row), user: row.email })))
    printTable(
      ['ID', 'USER', 'LABEL', 'CREATED', 'EXPIRES', 'LAST USED'],
      rows.map((row) => [row.id, row.email, row.label, row.created_at, row.expires_at, row.last_used_at]),
    )
  })

const shown = ({ id, label, created_at, expires_at, last_used_at }: Row<'tokens'>) => ({
  id,
  label,
  createdAt: created_at,
  expiresAt: expires_at,
  lastUsedAt: last_used_at,
})

const revokeToken = (id: string): Promise<void> =>
  withStore(async ({ database }) => {
    const queries = await import('../domain/people/users.ts')
    await database.write(async (db) => {
      const token = await db.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst()
      if (!token || !(await queries.revokeToken(db, { user: { id: token.user_id }, boundTo: null }, id))) {
        throw new CommandError(`There is no active token with the id ${id}: "lectern token list" lists all tokens.`)
      }
      await record(db, 'user.token.revoked', token)
    })
    print(`The token ${id} is revoked.`)
  })

// The event has no actor: anyone who can run this command has access to the database itself.
async function record(db: Db, action: EventName, { id, user_id, label }: Row<'tokens'>): Promise<void> {
  const { appendEvent } = await import('../events/events.ts')
  await appendEvent(db, {
    organizationId: null,
    action,
    actorId: null,
    tokenId: null,
    target: { kind: 'token', id },
    data: { user: user_id, label },
    requestId: null,
  })
}
