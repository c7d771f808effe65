// What is measured on servers that start on the data of the run: how soon they answer, and how much memory a day's use takes.
import { setTimeout as pause } from 'node:timers/promises'
import { apiOf } from './api.ts'
import { median } from './compare.ts'
import type { Store } from './databases.ts'
import { headersOf } from './load.ts'
import { listReads } from './reads.ts'
import { floorOf, type Row } from './rows.ts'
import { type Server, startLectern } from './servers.ts'
import type { World } from './world.ts'
import { whileWriting } from './writing.ts'

const STARTS = 3
const MINUTES = process.argv.includes('--long') ? 10 : 1
/** About twenty requests a second. */
const PAUSE = 50

export function listStartRows(store: Store, world: World): Row[] {
  const onServer = async <T>(work: (lectern: Server) => Promise<T>): Promise<T> => {
    const lectern = await startLectern(store.folder, store.environment)
    return work(lectern).finally(lectern.stop)
  }
  const ofStarts = async (work: (lectern: Server) => Promise<number>) => {
    const values: number[] = []
    while (values.length < STARTS) values.push(await onServer(work))
    return { value: median(values) }
  }
  return [
    {
      name: 'start until it answers',
      unit: 'ms',
      floor: floorOf(1000, 1000),
      measure: () => ofStarts(async ({ readyAfter }) => readyAfter),
    },
    {
      name: 'first page of a site after a start',
      unit: 'ms',
      floor: floorOf(100, 100),
      measure: () => ofStarts((lectern) => timeOf(() => read(lectern, world.site[0]!))),
    },
    {
      name: `memory after ${MINUTES === 1 ? 'a minute' : 'ten minutes'} of light use`,
      unit: 'MB',
      floor: floorOf(150, 150),
      measure: () => onServer(async (lectern) => ({ value: await useLightly(lectern, world) })),
    },
  ]
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Reads of every kind in turn, and an edit now and then. */
async function useLightly(lectern: Server, world: World): Promise<number> {
  const api = await apiOf(lectern)
  const reads = listReads(world)
  const end = performance.now() + MINUTES * 60_000
  for (let at = 0; performance.now() < end; at++) {
    const { requests } = reads[at % reads.length]!
    const ask = () => read(lectern, requests[Math.floor(at / reads.length) % requests.length]!.path)
    await Promise.all([at % 100 === 0 ? whileWriting(api, world.busy, ask) : ask(), pause(PAUSE)])
  }
  await api.idle()
  return (await lectern.memory()) / 1e6
}

async function read({ url }: Server, path: string): Promise<void> {
  const response = await fetch(url + path, { headers: headersOf(path) })
  await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
}
