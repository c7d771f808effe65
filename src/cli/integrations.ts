// lectern integration: what only whoever runs the server can say about integrations.
import type { Command } from 'commander'
import type { Db } from '../db/tables.ts'
import { CommandError } from './failures.ts'
import { print } from './print.ts'
import { withStore } from './store.ts'

export function addIntegrations(program: Command): void {
  const integration = program.command('integration').description('vouch for integrations')
  integration
    .command('verify')
    .description('say that this server vouches for an integration: the catalogue shows it as verified')
    .argument('<name>', 'the name it was published under')
    .option('--withdraw', 'no longer vouch for it')
    .addHelpText(
      'after',
      '\nExamples:\n  $ lectern integration verify weather\n  $ lectern integration verify weather --withdraw',
    )
    .action(verify)
}

const verify = (name: string, { withdraw = false }: { withdraw?: boolean }): Promise<void> =>
  withStore(async ({ database }) => {
    await database.write((db) => mark(db, name, withdraw ? 0 : 1))
    print(withdraw ? `The integration ${name} is no longer verified.` : `The integration ${name} is verified.`)
  })

async function mark(db: Db, name: string, verified: 0 | 1): Promise<void> {
  const { appendEvent } = await import('../db/events.ts')
  const row = await db
    .updateTable('integrations')
    .set({ verified })
    .where('name', '=', name)
    .returning(['id', 'organization_id', 'version'])
    .executeTakeFirst()
  if (!row) throw new CommandError(`No integration is published under the name ${name}.`)
  await appendEvent(db, {
    organizationId: row.organization_id,
    action: verified ? 'integration.verified' : 'integration.unverified',
    actorId: null,
    tokenId: null,
    target: { kind: 'integration', id: row.id },
    data: { integration: name, version: row.version },
    requestId: null,
  })
}
