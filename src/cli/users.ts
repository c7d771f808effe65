// lectern user: how people get in before there is single sign-on.
import { type Command, Option } from 'commander'
import type { Db, Role, Row } from '../db/tables.ts'
import { CommandError } from './failures.ts'
import { counted, print, printJson, printTable } from './print.ts'
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
    .option('--name <name>', 'how they are shown (default: the address before the @)')
    .option('--organization <id>', 'the organization (default: the only one there is)')
    .addOption(new Option('--role <role>', 'what they may do (default: as the organization says)').choices(ROLES))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ lectern user create --email reader@example.com --name "Reader" --role edit
  $ lectern token create --user reader@example.com`,
    )
    .action(createUser)
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
        throw isUniqueViolation(error) ? new CommandError(`There is a user ${email} already.`) : error
      })
    const { user, organization } = made
    if (json) return printJson({ id: user.id, email: user.email, organization: organization.id, role: made.role })
    print(`${user.display_name} (${user.email}, ${user.id}) is now ${made.role ?? 'guest'} in "${organization.title}".`)
    print(`To let them in: lectern token create --user ${user.email}`)
  })

async function insertMemberUser(
  db: Db,
  organization: Row<'organizations'>,
  { email, name, role: given }: Pick<CreateOptions, 'email'> & { name: string | undefined; role: string | undefined },
): Promise<{ user: Row<'users'>; role: Role | null }> {
  const { appendEvent } = await import('../db/events.ts')
  const { insertMember } = await import('../resources/organizations/queries.ts')
  const { insertUser } = await import('../resources/users/queries.ts')
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
    print(`\n${counted(all.length, 'user')}.`)
  })
