// lectern integration: marks integrations as verified by the operator.
import type { Command } from 'commander'
import type { Db } from '../db/tables.ts'
import { CommandError } from './failures.ts'
import { print } from './print.ts'
import { withStore } from './store.ts'

export function addIntegrations(program: Command): void {
  const integration = program.command('integration').description('verify integrations')
  integration
    .command('verify')
    .description('mark an integration as verified in the catalogue')
    .argument('<name>', 'the name of the published integration')
    .option('--withdraw', 'remove the mark')
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
  const { appendEvent } = await import('../events/events.ts')
  const row = await db
    .updateTable('integrations')
    .set({ verified })
    .where('name', '=', name)
    .returning(['id', 'organization_id', 'version'])
    .executeTakeFirst()
  if (!row) throw new CommandError(`There is no published integration ${name}.`)
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
