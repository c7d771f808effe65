// Runs scenarios with the public command line: `npm run test:clients`. Needs Node, npm and a package registry.
import { ADMIN_TOKEN, scratchFolder, startLectern } from '../../bench/servers.ts'
import { httpAs } from '../support/http.ts'
import { installCommandLine, openCommandLine } from './command-line.ts'
import { writeProject } from './project.ts'
import { type Scenario, type Stage, scenarios } from './scenarios.ts'

type Result = 'passed' | 'failed' | 'skipped'

async function play(stage: Stage, known: ReadonlySet<string>, { title, needs = [], play }: Scenario): Promise<Result> {
  const missing = needs.filter((id) => !known.has(id))
  if (missing.length > 0) {
    console.log(`skipped  ${title}: this server has no ${missing.join(', ')}`)
    return 'skipped'
  }
  try {
    await play(stage)
    console.log(`passed   ${title}`)
    return 'passed'
  } catch (error) {
    console.log(`failed   ${title}\n${error instanceof Error ? error.message : error}`)
    return 'failed'
  }
}

/** The ids of the operations in the API description of the server. */
async function listOperations(url: string): Promise<Set<string>> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  return new Set(Object.values(paths).flatMap((verbs) => Object.values(verbs).map(({ operationId }) => operationId)))
}

console.log('Installing the command line ...')
await installCommandLine()
const data = await scratchFolder()
const { url, stop } = await startLectern(data.path)
const cli = await openCommandLine({ GITBOOK_TOKEN: ADMIN_TOKEN, GITBOOK_ENDPOINT: url })
const results: Result[] = []
try {
  const http = httpAs(url, ADMIN_TOKEN)
  const organization: string = (await http.get('/v1/orgs')).body.items[0].id
  await writeProject(cli.project, organization)
  const known = await listOperations(url)
  for (const scenario of scenarios)
    results.push(await play({ cli, http, url, token: ADMIN_TOKEN, organization }, known, scenario))
} finally {
  await stop()
  await cli.remove()
  await data.remove()
}
const count = (wanted: Result) => results.filter((result) => result === wanted).length
console.log(
  `${count('passed')} passed, ${count('failed')} failed${count('skipped') ? `, ${count('skipped')} skipped` : ''}`,
)
process.exitCode = count('failed') === 0 && results.length > 0 ? 0 : 1
