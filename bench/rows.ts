// What is measured on a server that is running, with the floors that a run fails below.
import type { Api } from './api.ts'
import { compare, type Figure, longestP95 } from './compare.ts'
import type { DatabaseName, MeasuredDatabase, Store } from './databases.ts'
import { listWorks, measureGrowth } from './growth.ts'
import type { Request } from './load.ts'
import { listReads, type Read } from './reads.ts'
import type { Server } from './servers.ts'
import type { World } from './world.ts'
import { create, measureWriting, update, whileWriting } from './writing.ts'

type Floor = Record<DatabaseName, number>

export interface Row {
  name: string
  unit: 'ratio' | 'a second' | 'ms' | 'MB' | 'times'
  /** The least for ratios and rates, the most for all else. */
  floor?: Floor
  measure(): Promise<Figure>
}

export interface Running {
  lectern: Server
  api: Api
  database: MeasuredDatabase
  store: Store
  world: World
  /** What Lectern is compared with. */
  others: { bytes: Server; files: Server; search: Server }
}

export const floorOf = (SQLite: number, PostgreSQL: number): Floor => ({ SQLite, PostgreSQL })

const QUIET = { page: floorOf(0.5, 0.25), list: floorOf(0.4, 0.2), search: floorOf(0.4, 0.2) }
const BESIDE = { page: floorOf(0.45, 0.2), list: floorOf(0.3, 0.1), search: floorOf(0.2, 0.1) }
const ANEW = { page: floorOf(0.3, 0.06), list: floorOf(0.06, 0.02), search: floorOf(0.03, 0.02) }

export function listRows(running: Running): Row[] {
  const reads = listReads(running.world)
  return [...listReadRows(running, reads), ...listGrowthRows(running), ...listOtherRows(running, reads)]
}

function listReadRows({ lectern, api, store, world, others }: Running, reads: Read[]): Row[] {
  const toRow = (name: string, floor: Floor | undefined, measure: Row['measure']): Row => ({
    name,
    unit: 'ratio',
    ...(floor && { floor }),
    measure,
  })
  const next = (requests: Request[], before?: () => unknown) => compare(lectern, others.bytes, requests, before)
  const quiet = ({ name, kind, requests }: Read) => toRow(name, QUIET[kind], () => next(requests))
  const beside = ({ name, kind, requests }: Read) =>
    toRow(`${name}, somebody writing`, BESIDE[kind], () => whileWriting(api, world.busy, () => next(requests)))
  const anew = ({ name, kind, requests }: Read) =>
    toRow(`${name}, after every write`, ANEW[kind], () => next(requests, () => store.commit()))
  const nextTo = (other: Server, others: string, name: string) =>
    toRow(`${name}, next to ${others}`, undefined, () =>
      compare(lectern, other, reads.find((read) => read.name === name)!.requests),
    )
  return [
    ...reads.map(quiet),
    ...reads.map(beside),
    ...reads.filter(({ isAskedAnew }) => isAskedAnew).map(anew),
    nextTo(others.files, 'static files', 'a page of a site'),
    nextTo(others.search, 'MiniSearch', 'search in a space'),
  ]
}

function listOtherRows({ lectern, api, database, world }: Running, reads: Read[]): Row[] {
  const lists = reads.filter(({ kind }) => kind !== 'page').map(({ requests }) => requests)
  const writing = (name: string, floor: Floor, change: typeof create): Row => ({
    name: `${name} pages of 3 KB, 4 writers, after a start`,
    unit: 'a second',
    floor,
    measure: () => measureWriting(database, change),
  })
  const p95: Row = {
    name: 'slowest list or search, somebody writing: p95',
    unit: 'ms',
    floor: floorOf(25, 50),
    measure: () => whileWriting(api, world.busy, () => longestP95(lectern, lists)),
  }
  const memory: Row = {
    name: 'memory after all that',
    unit: 'MB',
    floor: floorOf(250, 250),
    measure: async () => ({ value: (await lectern.memory()) / 1e6 }),
  }
  return [p95, memory, writing('new', floorOf(100, 60), create), writing('edited', floorOf(80, 60), update)]
}

const listGrowthRows = ({ api, store, world }: Running): Row[] =>
  Object.entries(listWorks(api)).map(([name, work]) => ({
    name: `${name}, ten times as many`,
    unit: 'times',
    floor: floorOf(1.3, 1.3),
    measure: () => measureGrowth(world, store, work),
  }))
