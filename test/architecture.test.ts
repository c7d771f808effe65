// The shape of the house, as data: which layer may use which, what pure code may not do, and who may not know whom.
import { builtinModules } from 'node:module'
import { describe, expect, test } from 'vitest'
import { importsIn, resolveImport, type Source, sourcesIn, withoutComments } from './support/sources.ts'

/** From the top down. A file may import from its own place and from lower lines; places on one line stay apart. */
const LAYERS = [
  ['main'],
  ['cli'],
  ['serve'],
  ['app'],
  ['setup', 'front', 'backup'],
  ['config'],
  ['publishing'],
  ['jobs'],
  ['resources'],
  ['server'],
  ['access'],
  ['db'],
  ['imports'],
  ['git'],
  ['openapi', 'pdf'],
  ['files', 'fetch'],
  ['render'],
  ['repository'],
  ['markdown'],
  ['engine', 'expressions'],
  ['errors'],
  ['lib'],
]

const PURE = ['engine', 'expressions', 'markdown', 'render', 'repository']

/** Answers the readings of pure code from a store that takes its time: the one place where the two worlds meet. */
const READING = 'src/engine/reading.ts'

/** Words that do not occur in some places, each with the reason. */
const FORBIDDEN: { where: (place: string) => boolean; what: RegExp; why: string; except?: string[] }[] = [
  { where: isPure, what: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/, why: 'time comes in as an argument' },
  { where: isPure, what: /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/, why: 'ids come in as arguments' },
  { where: isPure, what: /(?<![.\w'"])process\.|\bglobalThis\b/, why: 'pure code knows no process' },
  { where: isPure, what: /\bawait\b|\bsetTimeout\b|\bfetch\(/, why: 'pure code is synchronous', except: [READING] },
  {
    where: (place) => place !== 'db',
    what: /\bisSqlite\b|\b(Sqlite|Postgres)Adapter\b|\bkind\s*===?\s*'(sqlite|postgres)'/,
    why: 'every difference between the databases lives in db/',
  },
  {
    where: (place) => place === 'server',
    what: /\.(organization|team|collection|space)\b|'\/?(organizations?|orgs|teams?|collections?|spaces?)[/']/,
    why: 'the HTTP kit serves every resource and names none',
  },
]

const sources = sourcesIn('src').filter(({ path }) => !path.endsWith('.test.ts') && !path.includes('/testing/'))

function isPure(place: string): boolean {
  return PURE.includes(place)
}

/** `src/server/http.ts` → `server`, `src/app.ts` → `app`. */
const placeOf = (path: string): string => path.split('/')[1]!.replace(/\.ts$/, '')

const layerOf = (path: string): number => LAYERS.findIndex((places) => places.includes(placeOf(path)))

const resourceOf = (path: string): string | undefined => /^src\/resources\/([^/]+)\//.exec(path)?.[1]

/** Every import of one of our files by another. */
const edges = sources.flatMap(({ path, imports }) =>
  imports
    .map((name) => resolveImport(path, name))
    .filter((target) => target !== undefined)
    .map((target) => ({ from: path, to: target })),
)

const show = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`

/** A way from a file back to itself, if there is one. */
function findCycle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const visit = (path: string, way: string[]): string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path]
    if (done.has(path)) return undefined
    done.add(path)
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...way, path])
      if (cycle) return cycle
    }
    return undefined
  }
  for (const path of graph.keys()) {
    const cycle = visit(path, [])
    if (cycle) return cycle
  }
  return undefined
}

function graphOf(list: { from: string; to: string }[]): Map<string, string[]> {
  const graph = new Map<string, string[]>()
  for (const { from, to } of list) graph.set(from, [...(graph.get(from) ?? []), to])
  return graph
}

describe('the house', () => {
  test('every file has a place in the order of layers', () => {
    expect(sources.map(({ path }) => path).filter((path) => layerOf(path) === -1)).toEqual([])
  })

  test('every relative import leads to a file of ours', () => {
    const paths = new Set(sources.map(({ path }) => path))
    expect(edges.filter(({ to }) => to.endsWith('.ts') && !paths.has(to)).map(show)).toEqual([])
  })

  test('nothing imports from a higher layer, nor from another place on its own', () => {
    const allowed = (from: string, to: string) => placeOf(from) === placeOf(to) || layerOf(from) < layerOf(to)
    expect(edges.filter(({ from, to }) => to.startsWith('src/') && !allowed(from, to)).map(show)).toEqual([])
  })

  test('no file imports itself, however long the way', () => {
    expect(findCycle(graphOf(edges))).toBeUndefined()
  })

  test('pure code imports nothing of Node', () => {
    const builtins = new Set(builtinModules)
    const isBuiltin = (name: string) => name.startsWith('node:') || builtins.has(name)
    const impure = ({ path, imports }: Source) => isPure(placeOf(path)) && imports.some(isBuiltin)
    expect(sources.filter(impure).map(({ path }) => path)).toEqual([])
  })

  test.each(FORBIDDEN)('$why', ({ where, what, except = [] }) => {
    const offends = ({ path, code }: Source) => where(placeOf(path)) && !except.includes(path) && what.test(code)
    expect(sources.filter(offends).map(({ path, code }) => `${path}: ${what.exec(code)?.[0]}`)).toEqual([])
  })

  test('the drivers of the databases are used in db/ only', () => {
    const drivers = ['better-sqlite3', 'pg', 'src/db/sqlite.ts', 'src/db/postgres.ts']
    const uses = ({ path, imports }: Source) =>
      placeOf(path) !== 'db' && imports.some((name) => drivers.includes(resolveImport(path, name) ?? name))
    expect(sources.filter(uses).map(({ path }) => path)).toEqual([])
  })

  test('a resource uses the schemas and queries of others, never their service', () => {
    const isForeign = ({ from, to }: { from: string; to: string }) =>
      to.endsWith('/service.ts') && resourceOf(from) !== undefined && resourceOf(from) !== resourceOf(to)
    expect(edges.filter(isForeign).map(show)).toEqual([])
  })
})

describe('how the tests above read code', () => {
  test.each([
    ["import { a } from './a.ts'", './a.ts'],
    ["import {\n  a,\n  type B,\n} from '../b.ts'", '../b.ts'],
    ["import type { C } from './c.ts'", './c.ts'],
    ["import './d.ts'", './d.ts'],
    ["export * from './e.ts'", './e.ts'],
    ["export { f } from './f.ts'", './f.ts'],
    ["const g = await import('./g.ts')", './g.ts'],
    ["type H = import('./h.ts').H", './h.ts'],
  ])('%j is an import', (code, name) => {
    expect(importsIn(code)).toEqual([name])
  })

  test('comments are not code, addresses are not comments', () => {
    const text = "// import './a.ts'\nf('https://x.y/z') // from './b.ts'\n/* from './c.ts' */"
    expect(withoutComments(text)).toContain("f('https://x.y/z')")
    expect(importsIn(withoutComments(text))).toEqual([])
  })

  test('a cycle is found', () => {
    const graph = new Map([
      ['a', ['b', 'c']],
      ['b', []],
      ['c', ['d']],
      ['d', ['b', 'a']],
    ])
    expect(findCycle(graph)).toEqual(['a', 'c', 'd', 'a'])
    expect(findCycle(new Map([...graph, ['d', ['b']]]))).toBeUndefined()
  })
})
