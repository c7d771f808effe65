#!/usr/bin/env node
// Starts Lectern from its build, and builds it first when there is none or the sources are newer. `--build` only builds, and
// `--build --source-maps` writes source maps too, for a debugger.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const sources = join(root, 'src')
const dist = join(root, 'dist')
// Written last: a build that failed or was interrupted does not count.
const stamp = join(dist, '.built')

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

// A folder is as new as its last added or removed file, so deletions count too. Every start looks at all files, so this
// makes no object for each but what the system returns.
function newest(folder) {
  let time = timeOf(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    if (name.endsWith('.test.ts')) continue
    const path = `${folder}/${name}`
    time = Math.max(time, entry.isDirectory() ? newest(path) : timeOf(path))
  }
  return time
}

const isForDebugger = process.argv[2] === '--build' && process.argv[3] === '--source-maps'

const isFresh = () =>
  existsSync(stamp) &&
  (!existsSync(sources) || timeOf(stamp) >= Math.max(newest(sources), newest(dirname(fileURLToPath(import.meta.url)))))

async function loadBundler() {
  try {
    return await import('esbuild')
  } catch {
    return undefined
  }
}

// One file to load instead of a thousand: starting costs a fraction of the time and memory. Types are checked by
// `npm run types`, not here. What is bundled is a development dependency: whoever installs the package gets it in the
// bundle only.
const options = (outdir, external, plugins) => ({
  // Threads and processes begin with a file of their own: large pages and specifications are parsed in threads, PDFs are
  // made in a process.
  entryPoints: {
    main: join(sources, 'main.ts'),
    'content-worker': join(sources, 'domain/documents/large/worker.ts'),
    'highlight-worker': join(sources, 'highlighting/worker.ts'),
    'git-worker': join(sources, 'git/worker.ts'),
    'import-worker': join(sources, 'imports/worker.ts'),
    'openapi-worker': join(sources, 'openapi/worker.ts'),
    'pdf-worker': join(sources, 'pdf/worker.ts'),
    'picture-worker': join(sources, 'pictures/worker.ts'),
  },
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // They are twice as large as the code, and the server does not read them.
  sourcemap: isForDebugger,
  // Half as long, so it takes less memory. Names stay and lines are short: stack traces can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  external,
  // Modules before CommonJS: of what is imported on demand and is CommonJS, only the default export would be there.
  mainFields: ['module', 'main'],
  // For the small CommonJS packages that are bundled: what they require is built into Node.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  logLevel: 'silent',
  metafile: true,
  plugins,
})

// The scripts of our pages, one file each.
const browserOptions = (outdir) => ({
  entryPoints: [join(sources, 'browser/passkeys.ts')],
  outdir: join(outdir, 'browser'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'silent',
})

async function build() {
  const bundler = await loadBundler()
  if (!bundler) {
    if (existsSync(stamp)) return
    fail(
      'Lectern is not built yet and its bundler is not installed: run "npm install" (without --omit=dev) and try again.',
    )
  }
  const { buildForBrowsers } = await import('./browser-build.js')
  const { directImports } = await import('./direct-imports.js')
  const { buildDiagrams } = await import('./diagram-build.js')
  const { buildFonts } = await import('./font-build.js')
  const { lateRequires } = await import('./late-requires.js')
  const { listLicenses } = await import('./license-build.js')
  const { mergeChunks } = await import('./merge-chunks.js')
  const { buildPrintFonts } = await import('./print-font-build.js')
  const { NEVER_LOADED, UNBUNDLED } = await import('./unbundled.js')
  process.stderr.write('Building Lectern …\n')
  const draft = `${dist}.${process.pid}`
  const started = new Date()
  try {
    const bundling = options(draft, [...UNBUNDLED, ...NEVER_LOADED], [directImports(sources), lateRequires()])
    const { metafile } = await bundler.build(bundling)
    await mergeChunks(bundler, draft, metafile, bundling)
    const fonts = buildPrintFonts(root, join(draft, 'print-fonts'))
    copyFileSync(join(root, API_VIEWER), join(draft, 'api-viewer.js'))
    writeFileSync(join(draft, 'licenses.txt'), listLicenses(root, [metafile], [...fonts, ...packagesForBrowsers()]))
    writeForBrowsers(join(draft, 'public'), [
      ...(await buildForBrowsers(root)),
      ...(await buildFonts(root)),
      ...(await buildDiagrams(root)),
    ])
    await bundler.build(browserOptions(draft))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    fail(`${error.message}\nLectern cannot be built: correct the errors above and try again.`)
  }
  writeFileSync(join(draft, '.built'), '')
  // What changed while the bundler ran is newer than the build.
  utimesSync(join(draft, '.built'), started, started)
  replaceBuild(draft)
}

const API_VIEWER = 'node_modules/@scalar/fastify-api-reference/dist/js/standalone.js'

const packagesForBrowsers = () =>
  Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies).filter((name) =>
    /^(@fontsource|@preact|@scalar|@tanstack|mermaid|preact|prosemirror)/.test(name),
  )

function writeForBrowsers(folder, files) {
  mkdirSync(folder)
  for (const { name, bytes, br, gz } of files) {
    writeFileSync(join(folder, name), bytes)
    if (br) writeFileSync(join(folder, `${name}.br`), br)
    if (gz) writeFileSync(join(folder, `${name}.gz`), gz)
  }
}

// Of several processes that built at the same time, the first one wins: it may already be running from its build.
function replaceBuild(draft) {
  const old = `${draft}.old`
  while (!isFresh()) {
    renameIfPossible(dist, old)
    renameIfPossible(draft, dist)
    rmSync(old, { recursive: true, force: true })
  }
  rmSync(draft, { recursive: true, force: true })
}

// Another process may have been first, at either end.
function renameIfPossible(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

if (isForDebugger) rmSync(stamp, { force: true })
if (!isFresh()) await build()
if (process.argv[2] !== '--build') await import('../dist/main.js')
