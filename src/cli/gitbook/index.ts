// lectern import --from gitbook: moves a whole organization from GitBook, or from another Lectern.
import { join } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { CommandError } from '../failures.ts'
import { print, showProgress } from '../print.ts'
import { createApi, createDryApi } from './client.ts'
import { moveOrganization } from './move.ts'
import { openState } from './state.ts'

export interface MoveOptions {
  organization?: string | undefined
  into?: string | undefined
  server?: string | undefined
  state?: string | undefined
  dryRun?: boolean | undefined
}

export async function importOrganization(address: string, options: MoveOptions): Promise<void> {
  const config = readConfig()
  const from = required(options.organization, '--organization, the id of the organization to move')
  const to = required(options.into, '--into, the id of the organization here')
  const source = createApi(address, required(process.env.GITBOOK_TOKEN, 'a token of the source in GITBOOK_TOKEN'))
  const target = createApi(
    options.server ?? config.url,
    required(process.env.LECTERN_TOKEN, 'a token of this server in LECTERN_TOKEN'),
  )
  const isDry = options.dryRun === true
  const { title } = await target.get(`/orgs/${to}`)
  const file = await openState(options.state ?? stateFile(config, from), { from, to, isDry })
  const { progress, done } = showProgress()
  let steps = 0
  const means = {
    from: source,
    to: isDry ? createDryApi() : target,
    file,
    progress: (what: string) => progress(what, ++steps),
  }
  const { written, notes } = await moveOrganization(means).finally(done)
  const parts = [...written].map(([what, count]) => `${count} ${count === 1 ? what.replace(/s$/, '') : what}`)
  if (isDry) print(`Nothing was changed. The import would write: ${parts.join(', ') || 'nothing'}.`)
  else print(`Written to ${title}: ${parts.join(', ') || 'nothing, because everything is here already'}.`)
  print(`\nNot carried over, or not as it was (${notes.length}):`)
  for (const { path, message } of notes) print(`  ${path}  ${message}`)
}

const stateFile = ({ data }: Config, organization: string): string =>
  join(data, `import-${organization.replaceAll(/[^\w-]/g, '')}.json`)

function required(value: string | undefined, what: string): string {
  if (!value) throw new CommandError(`Give ${what}.`)
  return value
}
