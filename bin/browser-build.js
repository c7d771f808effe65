// What browsers get: bundled, minified, named by their content, and compressed ahead of time.
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The files by name, each with its bytes and those of its compressed twins. */
export async function buildForBrowsers(root) {
  const { build } = await import('esbuild')
  const common = {
    outdir: join(root, 'dist/public'),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'silent',
  }
  const sheets = { ...common, loader: { '.woff2': 'file' } }
  const styles = await build({
    ...sheets,
    entryPoints: {
      site: join(root, 'src/sites/styles/site.css'),
      api: join(root, 'src/sites/styles/api.css'),
      interface: join(root, 'src/render/contentkit/interface.css'),
      gate: join(root, 'src/front/gate/gate.css'),
    },
    plugins: [steadyFonts],
  })
  // The console is one page: there, a late font would never be used.
  const console = await build({
    ...sheets,
    entryPoints: { console: join(root, 'src/browser/console/styles/console.css') },
  })
  return Promise.all(
    [
      ...styles.outputFiles,
      ...console.outputFiles.filter(({ path }) => path.endsWith('.css')),
      ...(await buildSite(build, root, common)),
      ...(await buildConsole(build, root, common)),
    ].map(compressed),
  )
}

/** A font that comes too late is used on the next page: a page that is being read does not move. */
export const steadyFonts = {
  name: 'steady-fonts',
  setup({ onLoad }) {
    onLoad({ filter: /@fontsource[\w-]*[\\/].*\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(/font-display:\s*swap/g, 'font-display: optional'),
      loader: 'css',
    }))
  },
}

/** The scripts of published and of exported sites: no modules, because pages on a disk cannot load those. */
async function buildSite(build, root, common) {
  const entryPoints = {
    site: join(root, 'src/browser/site/index.ts'),
    export: join(root, 'src/browser/export/index.ts'),
    api: join(root, 'src/browser/site/api/try.ts'),
    interface: join(root, 'src/browser/site/interface/index.ts'),
  }
  return (await build({ ...common, entryPoints, format: 'iife', target: 'es2022' })).outputFiles
}

/** The script of the console. Screens are loaded when they are opened. */
async function buildConsole(build, root, common) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: { console: join(root, 'src/browser/console/index.tsx') },
    chunkNames: 'part-[hash]',
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [withoutDictionaries(root)],
  })
  return outputFiles
}

/** The dictionaries of the server are large, and the console needs none. */
const withoutDictionaries = (root) => ({
  name: 'without-dictionaries',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/dictionaries\.ts$/ }, () => ({ path: join(root, 'src/browser/dictionaries.ts') })),
})

/** The best quality takes seconds for large files, such as the drawings of icons, and gains little. */
const LARGE = 256 * 1024
const qualityFor = ({ length }) => (length > LARGE ? 6 : constants.BROTLI_MAX_QUALITY)

export async function compressed({ path, contents }) {
  const file = { name: basename(path), bytes: Buffer.from(contents) }
  // Fonts are compressed already.
  if (path.endsWith('.woff2')) return file
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: qualityFor(contents) } }),
    promisify(gzip)(contents),
  ])
  return { ...file, br, gz }
}
