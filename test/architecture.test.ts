// The architecture as data: allowed imports between layers, restrictions on pure code, and forbidden dependencies.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { describe, expect, test } from 'vitest'
import { importsIn, resolveImport, type Source, sourcesIn, withoutComments } from './support/sources.ts'
import { TAGS, testFiles } from './support/test-files.ts'

/**
 * From the top down. A file may import from its own folder and from lower lines; folders on one line may not import
 * each other.
 */
const LAYERS = [
  ['main', 'browser'],
  ['cli'],
  ['serve'],
  ['app'],
  ['help'],
  ['setup', 'front', 'sites', 'scim'],
  ['config'],
  ['jobs'],
  ['resources'],
  ['backup'],
  ['domain'],
  ['shapes'],
  ['mail'],
  ['server'],
  ['events'],
  ['access'],
  ['db'],
  ['imports'],
  ['git'],
  ['openapi', 'pdf', 'runtime', 'highlighting', 'pictures'],
  ['files', 'fetch', 'threads'],
  ['render'],
  ['repository'],
  ['computed'],
  ['markdown'],
  ['engine', 'expressions'],
  ['errors'],
  ['lib'],
]

/** The folders of `domain/`, from the top down: each may import those below it. */
const DOMAIN = [
  'sso',
  'notifications',
  'sessions',
  'visits',
  'site-paths',
  'drawing',
  'embeds',
  'invites',
  'import-runs',
  'downloads',
  'customization',
  'collections',
  'site-structure',
  'interfaces',
  'dispatch',
  'installations',
  'sites',
  'spaces',
  'comments',
  'content-changes',
  'comment-ranges',
  'indexes',
  'page-paths',
  'bin',
  'revisions',
  'openapi-specs',
  'documents',
  'site-addresses',
  'placement',
  'integrations',
  'change-requests',
  'people',
  'stored-urls',
  'unused',
]

const PURE = ['computed', 'engine', 'expressions', 'markdown', 'render', 'repository']

/** Runs readings against the asynchronous store: the only file where pure code and I/O meet. */
const READING = 'src/engine/reading.ts'

/** Computes the same with Node's own code and without it. */
const SHA256 = 'src/engine/sha256.ts'

/** Writes code that is asynchronous. */
const JAVASCRIPT_SAMPLES = 'src/computed/reference/samples/javascript.ts'

/** Words that must not occur in some folders, each with the reason. */
const FORBIDDEN: { where: (place: string) => boolean; what: RegExp; why: string; except?: string[] }[] = [
  { where: isPure, what: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/, why: 'time comes in as an argument' },
  { where: isPure, what: /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/, why: 'ids come in as arguments' },
  {
    where: isPure,
    what: /(?<![.\w'"])process\.|\bglobalThis\b/,
    why: 'pure code knows no process',
    except: [SHA256],
  },
  {
    where: isPure,
    what: /\bawait\b|\bsetTimeout\b|\bfetch\(/,
    why: 'pure code is synchronous',
    except: [READING, JAVASCRIPT_SAMPLES],
  },
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

/** Code that reads content for visitors of sites, and the files there that only serve members. */
const FOR_VISITORS =
  /^src\/(resources\/(files|search|redirects|site-lookup|openapi-specs|pdf)\/|resources\/content\/(read-operations|meta-links)\.ts|domain\/(site-paths|visits|drawing)\/|sites\/|domain\/revisions\/(pages|files|visible-specs)\.ts)/
const FOR_MEMBERS = [
  'site-lookup/content-url.ts',
  'redirects/destination.ts',
  'search/service.ts',
  'search/spaces.ts',
].map((file) => `src/resources/${file}`)

const sources = sourcesIn('src').filter(({ path }) => !path.endsWith('.test.ts') && !path.includes('/testing/'))

function isPure(place: string): boolean {
  return PURE.includes(place)
}

/** `src/server/http.ts` → `server`, `src/app.ts` → `app`. */
const placeOf = (path: string): string => path.split('/')[1]!.replace(/\.ts$/, '')

const layerOf = (path: string): number => LAYERS.findIndex((places) => places.includes(placeOf(path)))

/** A folder of `resources/` or `domain/`: `src/domain/people`. */
const roomOf = (path: string): string | undefined => /^src\/(?:resources|domain)\/[^/]+(?=\/)/.exec(path)?.[0]

const isResource = (path: string): boolean => roomOf(path)?.startsWith('src/resources/') ?? false

const orderOf = (path: string): number => DOMAIN.indexOf(path.split('/')[2]!)

interface Edge {
  from: string
  to: string
}

/** Every import between source files. */
const edgesOf = (read: (code: string) => string[]): Edge[] =>
  sources.flatMap(({ path, code }) =>
    read(code)
      .map((name) => resolveImport(path, name))
      .filter((target) => target !== undefined)
      .map((target) => ({ from: path, to: target })),
  )

const edges = edgesOf(importsIn)

const LAZY = /(?<!type \w+ = )\bimport\([^)]*\)/g

const show = ({ from, to }: Edge) => `${from} → ${to}`

/** Finds an import cycle, if any. */
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

const withoutTypes = (code: string): string => code.replaceAll(/^(import|export) type [^'"]*(['"]).*?\2/gm, '')

function graphOf(list: Edge[]): Map<string, string[]> {
  const graph = new Map<string, string[]>()
  for (const { from, to } of list) graph.set(from, [...(graph.get(from) ?? []), to])
  return graph
}

describe('the architecture', () => {
  test('every file belongs to a layer', () => {
    expect(sources.map(({ path }) => path).filter((path) => layerOf(path) === -1)).toEqual([])
  })

  test('every relative import resolves to a source file', () => {
    const paths = new Set(sources.map(({ path }) => path))
    expect(edges.filter(({ to }) => to.endsWith('.ts') && !paths.has(to)).map(show)).toEqual([])
  })

  test('nothing imports from a higher layer, nor from another folder of its own', () => {
    const allowed = (from: string, to: string) => placeOf(from) === placeOf(to) || layerOf(from) < layerOf(to)
    expect(edges.filter(({ from, to }) => to.startsWith('src/') && !allowed(from, to)).map(show)).toEqual([])
  })

  test('there are no import cycles', () => {
    expect(findCycle(graphOf(edges))).toBeUndefined()
  })

  test('pure code does not import Node built-ins', () => {
    const builtins = new Set(builtinModules)
    const isBuiltin = (name: string) => name.startsWith('node:') || builtins.has(name)
    const impure = ({ path, imports }: Source) => isPure(placeOf(path)) && imports.some(isBuiltin)
    expect(sources.filter(impure).map(({ path }) => path)).toEqual([])
  })

  test('what runs in a browser takes only types and pure code from the rest', () => {
    const valueImports = (code: string) => importsIn(withoutTypes(code))
    const strays = sources
      .filter(({ path }) => placeOf(path) === 'browser')
      .flatMap(({ path, code }) => valueImports(code).map((name) => ({ path, to: resolveImport(path, name) })))
      .filter(({ to }) => to !== undefined && placeOf(to) !== 'browser' && !isPure(placeOf(to)))
    expect(strays).toEqual([])
  })

  test.each(FORBIDDEN)('$why', ({ where, what, except = [] }) => {
    const offends = ({ path, code }: Source) => where(placeOf(path)) && !except.includes(path) && what.test(code)
    expect(sources.filter(offends).map(({ path, code }) => `${path}: ${what.exec(code)?.[0]}`)).toEqual([])
  })

  test('database drivers are only used in db/', () => {
    const drivers = ['better-sqlite3', 'pg', 'src/db/sqlite/sqlite.ts', 'src/db/postgres.ts']
    const uses = ({ path, imports }: Source) =>
      placeOf(path) !== 'db' && imports.some((name) => drivers.includes(resolveImport(path, name) ?? name))
    expect(sources.filter(uses).map(({ path }) => path)).toEqual([])
  })

  test('code that serves visitors only reads views, which lack hidden content', () => {
    const offends = ({ path, code }: Source) =>
      FOR_VISITORS.test(path) && !FOR_MEMBERS.includes(path) && /\bopenTree\b|'everything',/.test(code)
    expect(sources.filter(offends).map(({ path }) => path)).toEqual([])
  })

  test('no resource imports another', () => {
    const isForeign = ({ from, to }: Edge) => isResource(from) && isResource(to) && roomOf(from) !== roomOf(to)
    expect(edges.filter(isForeign).map(show)).toEqual([])
  })

  test('every folder of domain/ is in the order, and only imports folders below it', () => {
    const inDomain = sources.map(({ path }) => path).filter((path) => path.startsWith('src/domain/'))
    expect([...new Set(inDomain.map((path) => path.split('/')[2]))].sort()).toEqual([...DOMAIN].sort())
    const isUpward = ({ from, to }: Edge) =>
      placeOf(from) === 'domain' && placeOf(to) === 'domain' && orderOf(from) > orderOf(to)
    expect(edges.filter(isUpward).map(show)).toEqual([])
  })

  test('the command line loads the house only when a command needs it', () => {
    const eager = graphOf(edgesOf((code) => importsIn(withoutTypes(code.replaceAll(LAZY, '')))))
    const reached = new Set(['src/main.ts'])
    for (const path of reached) for (const to of eager.get(path) ?? []) reached.add(to)
    const rooms = ['app', 'serve', 'domain', 'resources', 'server', 'db', 'render', 'markdown', 'engine']
    expect([...reached].filter((path) => rooms.includes(placeOf(path)))).toEqual([])
    expect(reached.size).toBeGreaterThan(10)
  })

  // A lazy import names the file that is loaded on demand.
  test('folders of resources/ and domain/ are imported through their index.ts', () => {
    const eager = edgesOf((code) => importsIn(code.replaceAll(LAZY, '')))
    // The console takes the types of its calls from the route tables.
    const isContract = ({ from, to }: Edge) => placeOf(from) === 'browser' && to.endsWith('/routes.ts')
    // The list of resources has their routes; what operations do is loaded when it is needed.
    const isListed = ({ from }: Edge) => from === 'src/resources/index.ts'
    const isPastTheFace = ({ from, to }: Edge) =>
      !isContract({ from, to }) &&
      !isListed({ from, to }) &&
      roomOf(to) !== undefined &&
      roomOf(from) !== roomOf(to) &&
      to !== `${roomOf(to)}/index.ts`
    expect(eager.filter(isPastTheFace).map(show)).toEqual([])
  })
})

describe('the tags of test files', () => {
  test('are known', () => {
    const unknown = testFiles.filter(({ tags }) => tags.some((tag) => !TAGS.includes(tag)))
    expect(unknown.map(({ path, tags }) => `${path}: ${tags}`)).toEqual([])
  })

  test('name a database only in files that open one', () => {
    const hasDatabase = (tags: string[]) => tags.some((tag) => tag.startsWith('only-'))
    const idle = testFiles.filter(({ kind, tags }) => hasDatabase(tags) && kind !== 'database')
    expect(idle.map(({ path }) => path)).toEqual([])
  })

  test('are in the first line', () => {
    const strays = testFiles.filter(({ path }) => /\n\/\/ @\w/.test(readFileSync(path, 'utf8')))
    expect(strays.map(({ path }) => path)).toEqual([])
  })
})

describe('the docs', () => {
  const DOCS = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map((name) => `docs/${name}`)]

  test.each(DOCS.filter((name) => name.endsWith('.md')))('%s names only files that exist', (doc) => {
    const named = [...readFileSync(doc, 'utf8').matchAll(/`((?:[\w-]+\/)+[\w.-]+\.ts)`/g)].map(([, path]) => path!)
    expect(named.filter((path) => !existsSync(path) && !existsSync(`src/${path}`))).toEqual([])
  })
})

describe('docs/SECURITY-MODEL.md', () => {
  const cited = [...readFileSync('docs/SECURITY-MODEL.md', 'utf8').matchAll(/^\|[^|]+\| `(\S+)` — ([^|]+) \|$/gm)]

  test('cites an existing test for every guarantee', () => {
    const rows = readFileSync('docs/SECURITY-MODEL.md', 'utf8')
      .split('## What holds')[1]!
      .match(/^\| (?!Promise|---)/gm)
    expect(cited.length).toBe(rows!.length)
    expect(cited.length).toBeGreaterThan(30)
  })

  test.each(cited.map(([, file, title]) => ({ file: file!, title: title! })))('$file: $title', ({ file, title }) => {
    expect(readFileSync(file, 'utf8')).toContain(`('${title}'`)
  })
})

describe('how the tests above read source files', () => {
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

  test('comments are not code, URLs are not comments', () => {
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
