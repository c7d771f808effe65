// lectern doctor: looks at the settings and at everything that the server needs, and says what to do.
import type { Command } from 'commander'
import { type Config, ConfigError } from '../config.ts'
import { VERSION } from '../lib/version.ts'
import { attempt, type Finding } from './checks/finding.ts'
import { print, printJson } from './print.ts'

const AFTER = `
Run it as the user and with the environment of the server. Exits with 1 if something is wrong.

Example:
  $ lectern doctor`

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('check settings, database, disk, clock, files, backups, mail, names and the address of the server')
    .option('--json', 'print JSON')
    .addHelpText('after', AFTER)
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine(process.env)
      if (json) printJson({ version: VERSION, findings })
      else for (const finding of findings) print(lineOf(finding))
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
    })
}

const SIGNS = { fine: 'ok  ', note: 'note', wrong: 'WRONG' }

const lineOf = ({ subject, state, found, advice }: Finding): string =>
  `${SIGNS[state].padEnd(6)}${subject.padEnd(20)}${found}${advice ? `\n${' '.repeat(26)}${advice}` : ''}`

async function examine(environment: Record<string, string | undefined>): Promise<Finding[]> {
  const { checkDisk, checkNames, checkNode, checkSecret } = await import('./checks/settings.ts')
  const { settingNames } = await import('../config/in-force.ts')
  let config: Config
  let names: Set<string>
  try {
    ;({ config, names } = settingNames(environment))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // The message of an invalid setting says what to do.
    return [checkNode(), { subject: 'Settings', state: 'wrong', found: error.message }]
  }
  const { checkDatabase } = await import('./checks/database.ts')
  const { checkReplica } = await import('./checks/replica.ts')
  const { checkAddress, checkBackups, checkFiles, checkMail, checkWildcard } = await import('./checks/network.ts')
  const wildcard = ['The name is not found', 'Point a wildcard record (*.) to this server.'] as const
  const bucket = 'The bucket cannot be read'
  return [
    checkNode(),
    ...checkNames(environment, names),
    checkSecret(config),
    await checkDisk(config),
    ...(await attempt('Database', 'The database cannot be used', 'Check DATABASE_URL, or LECTERN_DATA.', () =>
      checkDatabase(config),
    )),
    ...(await attempt('Replica', 'The replica cannot be used', 'Check DATABASE_REPLICA_URL.', () =>
      checkReplica(config),
    )),
    ...(await attempt('Files', bucket, 'Check the settings that begin with S3_.', () => checkFiles(config))),
    ...(await attempt(
      'Backups',
      'The target cannot be used',
      'Check the settings that begin with LECTERN_BACKUP_.',
      () => checkBackups(config),
    )),
    ...(await attempt(
      'Mail',
      'The mail server cannot be used',
      'Check SMTP_URL, and that this machine may reach it.',
      () => checkMail(config),
    )),
    ...(await attempt('LECTERN_SITES_HOST', ...wildcard, () => checkWildcard('LECTERN_SITES_HOST', config.sitesHost))),
    ...(await attempt('LECTERN_INTEGRATIONS_HOST', ...wildcard, () =>
      checkWildcard('LECTERN_INTEGRATIONS_HOST', config.integrationsHost),
    )),
    ...(await checkAddress(config)),
  ]
}
