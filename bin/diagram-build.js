// What draws diagrams, in a frame: the library as its authors bundle it, and our script.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { compressed } from './browser-build.js'

/** The best quality takes long for a file of this size, and gains little. */
const QUALITY = 7

export async function buildDiagrams(root) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: { diagram: join(root, 'src/browser/diagram/frame.ts') },
    outdir: join(root, 'dist/public'),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  })
  return [await readLibrary(root), ...(await Promise.all(outputFiles.map(compressed)))]
}

async function readLibrary(root) {
  const folder = dirname(createRequire(join(root, 'package.json')).resolve('mermaid/package.json'))
  const bytes = readFileSync(join(folder, 'dist/mermaid.min.js'))
  const name = `mermaid-${createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase()}.js`
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)])
  return { name, bytes, br, gz }
}
