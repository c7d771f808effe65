// `npm run bench`: what Lectern does next to what this machine can do. Prints a table, and JSON with --json.
import { type Comparison, compare } from './compare.ts'
import { ADMIN_TOKEN, type Server, scratchFolder, startLectern } from './servers.ts'

const folder = await scratchFolder()
try {
  await (await startLectern(folder.path)).stop()
  const lectern = await startLectern(folder.path)
  const idleMemory = await lectern.memory()
  const space = await firstSpace(lectern)
  const comparisons = [await compare('getSpaceById', lectern, { method: 'GET', path: `/v1/spaces/${space}` })]
  await lectern.stop()
  report(comparisons, { startMilliseconds: Math.round(lectern.readyAfter), idleMemoryMB: Math.round(idleMemory / 1e6) })
} finally {
  await folder.remove()
}

async function firstSpace({ url }: Server): Promise<string> {
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } })
    return (await response.json()) as { items: { id: string }[] }
  }
  const [organization] = (await get('/v1/orgs')).items
  const [space] = (await get(`/v1/orgs/${organization!.id}/spaces`)).items
  return space!.id
}

function report(comparisons: Comparison[], process: { startMilliseconds: number; idleMemoryMB: number }): void {
  if (globalThis.process.argv.includes('--json')) return console.log(JSON.stringify({ comparisons, process }, null, 2))
  console.table(
    Object.fromEntries(
      comparisons.map(({ name, lectern, bare, ratio }) => [
        name,
        {
          'requests/s': Math.round(lectern.requestsPerSecond),
          'p50 ms': lectern.p50,
          'p99 ms': lectern.p99,
          'bare requests/s': Math.round(bare.requestsPerSecond),
          ratio: Number(ratio.toFixed(2)),
        },
      ]),
    ),
  )
  console.log(`Start on existing data: ${process.startMilliseconds} ms. Idle memory: ${process.idleMemoryMB} MB.`)
}
