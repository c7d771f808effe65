// lectern user: creates and lists users.
import { type Command, Option } from 'commander'
import type { Db, Role, Row } from '../db/tables.ts'
import { CommandError } from './failures.ts'
import { pluralize, print, printJson, printTable } from './print.ts'
import { withStore } from './store.ts'

const ROLES = ['guest', 'read', 'comment', 'edit', 'review', 'create', 'admin']

interface CreateOptions {
  email: string
  name?: string
  organization?: string
  role?: string
  json?: boolean
}

export function addUsers(program: Command): void {
  const user = program.command('user').description('create and list users')
  user
    .command('create')
    .description('create a user and make them a member of an organization')
    .requiredOption('--email <address>', 'their email address')
    .option('--name <name>', 'their display name (default: the address before the @)')
    .option('--organization <id>', 'the organization (default: the only one)')
    .addOption(new Option('--role <role>', 'their role (default: the default role of the organization)').choices(ROLES))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ lectern user create --email reader@example.com --name "Reader" --role edit
  $ lectern user link --email reader@example.com`,
    )
    .action(createUser)
  user
    .command('link')
    .description('print a link that signs a user in once, within 30 minutes')
    .requiredOption('--email <address>', 'their email address')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The link also lets people back in who have lost their password and passkeys.

Example:
  $ lectern user link --email writer@example.com`,
    )
    .action(createLink)
  user
    .command('email')
    .description('change the email address of a user')
    .requiredOption('--email <address>', 'their email address')
    .requiredOption('--to <address>', 'the new one')
    .addHelpText(
      'after',
      `
You vouch for the new address: its owner can sign in with it.

Example:
  $ lectern user email --email writer@example.com --to writer@example.org`,
    )
    .action(setEmail)
  user
    .command('server-admin')
    .description('let a user manage the server: create organizations, and everything below /v1/server')
    .requiredOption('--email <address>', 'their email address')
    .option('--remove', 'take the role away instead')
    .addHelpText('after', '\nExample:\n  $ lectern user server-admin --email writer@example.com')
    .action(setServerAdmin)
  user
    .command('list')
    .description('list all users with their roles')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  $ lectern user list --json')
    .action(listUsers)
}

const createUser = ({ email, name, organization: given, role, json }: CreateOptions): Promise<void> =>
  withStore(async ({ database }) => {
    const { isUniqueViolation } = await import('../db/dialect.ts')
    const { loadOrganization } = await import('./people.ts')
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new CommandError(`"${email}" is not an email address.`)
    const made = await database
      .write(async (db) => {
        const organization = await loadOrganization(db, given)
        return { organization, ...(await insertMemberUser(db, organization, { email, name, role })) }
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? new CommandError(`The user ${email} already exists.`) : error
      })
    const { user, organization } = made
    if (json) return printJson({ id: user.id, email: user.email, organization: organization.id, role: made.role })
    print(
      `${user.display_name} (${user.email}, ${user.id}) has the role ${made.role ?? 'guest'} in "${organization.title}".`,
    )
    print(`To let them sign in: lectern user link --email ${user.email}`)
  })

const createLink = ({ email, json }: { email: string; json?: boolean }): Promise<void> =>
  withStore(async ({ config, database }) => {
    const { insertSignInLink, signInLinkUrl } = await import('../domain/sessions/links.ts')
    const { appendEvent } = await import('../events/events.ts')
    const { loadUser } = await import('./people.ts')
    const { secret, expiresAt } = await database.write(async (db) => {
      const user = await loadUser(db, email)
      const link = await insertSignInLink(db, user, { kind: 'operator' })
      await appendEvent(db, {
        organizationId: null,
        action: 'user.sign-in-link.created',
        actorId: null,
        tokenId: null,
        target: { kind: 'user', id: user.id },
        data: { kind: 'operator' },
        requestId: null,
      })
      return link
    })
    const url = signInLinkUrl({ base: config.url }, secret)
    if (json) return printJson({ url, expiresAt })
    print(`${url}\n`)
    print(`Whoever opens this link is signed in as ${email}. It works once, until ${expiresAt}.`)
  })

const setEmail = ({ email, to }: { email: string; to: string }): Promise<void> =>
  withStore(async ({ config, database }) => {
    const { changeEmail, sendEmailChanged } = await import('../domain/sessions/index.ts')
    const { appendEvent } = await import('../events/events.ts')
    const { loadUser } = await import('./people.ts')
    const { ApiError } = await import('../errors.ts')
    const { newId } = await import('../lib/ids.ts')
    if (!/^[^@\s]+@[^@\s]+$/.test(to)) throw new CommandError(`"${to}" is not an email address.`)
    await database
      .write(async (db) => {
        const { id, email: before } = await loadUser(db, email)
        await changeEmail(db, id, to)
        if (config.mail) await sendEmailChanged(db, { cause: newId(), userId: id, before, email: to })
        await appendEvent(db, {
          organizationId: null,
          action: 'user.email.changed',
          actorId: null,
          tokenId: null,
          target: { kind: 'user', id },
          data: {},
          requestId: null,
        })
      })
      .catch((error: unknown) => {
        throw error instanceof ApiError ? new CommandError(error.message) : error
      })
    print(`${email} is now ${to}.`)
  })

const setServerAdmin = ({ email, remove }: { email: string; remove?: boolean }): Promise<void> =>
  withStore(async ({ database }) => {
    const { hasOtherServerAdmin } = await import('../access/server-admins.ts')
    const { appendEvent } = await import('../events/events.ts')
    const { loadUser } = await import('./people.ts')
    await database.write(async (db) => {
      const user = await loadUser(db, email)
      if (remove && !(await hasOtherServerAdmin(db, user.id)))
        throw new CommandError('A server needs at least one admin: name another one first.')
      await db
        .updateTable('users')
        .set({ server_admin: remove ? 0 : 1 })
        .where('id', '=', user.id)
        .execute()
      await appendEvent(db, {
        organizationId: null,
        action: 'user.updated',
        actorId: null,
        tokenId: null,
        target: { kind: 'user', id: user.id },
        data: {},
        requestId: null,
      })
    })
    print(`${email} is ${remove ? 'no longer' : 'now'} an admin of this server.`)
  })

async function insertMemberUser(
  db: Db,
  organization: Row<'organizations'>,
  { email, name, role: given }: Pick<CreateOptions, 'email'> & { name: string | undefined; role: string | undefined },
): Promise<{ user: Row<'users'>; role: Role | null }> {
  const { appendEvent } = await import('../events/events.ts')
  const { insertMember } = await import('../domain/people/organizations.ts')
  const { insertUser } = await import('../domain/people/users.ts')
  const role = given === undefined ? organization.default_role : given === 'guest' ? null : (given as Role)
  const user = await insertUser(db, { email, ...(name !== undefined && { displayName: name }) })
  await insertMember(db, { organization_id: organization.id, user_id: user.id, role })
  await appendEvent(db, {
    organizationId: organization.id,
    action: 'user.created',
    actorId: null,
    tokenId: null,
    target: { kind: 'user', id: user.id },
    data: { email: user.email, role },
    requestId: null,
  })
  return { user, role }
}

const listUsers = ({ json }: { json?: boolean }): Promise<void> =>
  withStore(async ({ database: { read } }) => {
    const users = await read.selectFrom('users').selectAll().orderBy('id').execute()
    const members = await read
      .selectFrom('members')
      .innerJoin('organizations', 'organizations.id', 'members.organization_id')
      .select(['user_id', 'organization_id', 'organizations.title', 'role'])
      .orderBy('organization_id')
      .execute()
    const all = users.map(({ id, email, display_name, created_at }) => {
      const organizations = members
        .filter((member) => member.user_id === id)
        .map(({ organization_id, title, role }) => ({ id: organization_id, title, role }))
      return { id, email, displayName: display_name, createdAt: created_at, organizations }
    })
    if (json) return printJson(all)
    const shown = all.map(({ id, email, displayName, organizations }) => [
      id,
      email,
      displayName,
      organizations.map(({ title, role }) => `${role ?? 'guest'} in ${title}`).join(', '),
    ])
    printTable(['ID', 'EMAIL', 'NAME', 'ROLES'], shown)
    print(`\n${pluralize(all.length, 'user')}.`)
  })
