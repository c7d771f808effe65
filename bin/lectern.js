#!/usr/bin/env node
// Starts Lectern from its build, and builds it first when there is none or the sources are newer. `--build` only builds.
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const sources = join(root, 'src')
const dist = join(root, 'dist')
// Written last: a build that failed or was interrupted does not count.
const stamp = join(dist, '.built')

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

// A folder is as new as its last added or removed file, so deletions count too.
function newest(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((time, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return Math.max(time, newest(path))
    return entry.name.endsWith('.test.ts') ? time : Math.max(time, timeOf(path))
  }, timeOf(folder))
}

const isFresh = () =>
  existsSync(stamp) &&
  (!existsSync(sources) || timeOf(stamp) >= Math.max(newest(sources), timeOf(fileURLToPath(import.meta.url))))

async function loadBundler() {
  try {
    return await import('esbuild')
  } catch {
    return undefined
  }
}

// One file to load instead of a thousand: starting costs a fraction of the time and memory. Types are checked by
// `npm run types`, not here. Packages written as CommonJS stay where they are.
const options = (outdir) => ({
  // Large specifications are parsed in a thread of its own, and PDFs are made in a process of its own: each begins with a
  // file of its own.
  entryPoints: {
    main: join(sources, 'main.ts'),
    'openapi-worker': join(sources, 'openapi/worker.ts'),
    'pdf-worker': join(sources, 'pdf/worker.ts'),
  },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  external: COMMONJS,
  // For the small CommonJS packages that are bundled: what they require is built into Node.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'silent',
})

const COMMONJS = [
  ...[
    '@aws-sdk/*',
    '@cwasm/webp',
    '@fastify/*',
    '@fortawesome/*',
    '@myriaddreamin/typst-ts-node-compiler',
    '@node-saml/*',
    'ajv',
    'ajv-formats',
    'better-sqlite3',
    'commander',
    'fast-json-stringify',
    'fastify',
  ],
  ...['pg', 'pino', 'prom-client', 'xml2js'],
]

async function build() {
  const bundler = await loadBundler()
  if (!bundler) {
    if (existsSync(stamp)) return
    fail(
      'Lectern is not built yet and its bundler is not installed: run "npm install" (without --omit=dev) and try again.',
    )
  }
  process.stderr.write('Building Lectern …\n')
  const draft = `${dist}.${process.pid}`
  const started = new Date()
  try {
    await bundler.build(options(draft))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    fail(`${error.message}\nLectern cannot be built: correct the errors above and try again.`)
  }
  writeFileSync(join(draft, '.built'), '')
  // What changed while the bundler ran is newer than the build.
  utimesSync(join(draft, '.built'), started, started)
  replaceBuild(draft)
}

// Of two processes that built at the same time, the first one wins: the other may already be running from its build.
function replaceBuild(draft) {
  if (!isFresh()) {
    rmSync(dist, { recursive: true, force: true })
    renameSync(draft, dist)
  }
  rmSync(draft, { recursive: true, force: true })
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

if (!isFresh()) await build()
if (process.argv[2] !== '--build') await import('../dist/main.js')
