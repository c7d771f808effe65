// The fonts that sites can choose: a stylesheet for each, and its files.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { compressed, steadyFonts } from './browser-build.js'

const FOLDER = 'src/sites/styles/fonts'

export const listFonts = (root) => readdirSync(join(root, FOLDER)).map((file) => file.replace(/\.css$/, ''))

/** The files of some fonts; the name of a stylesheet begins with that of its font. */
export async function buildFonts(root, fonts = listFonts(root)) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: fonts.map((font) => join(root, FOLDER, `${font}.css`)),
    outdir: join(root, 'dist/public'),
    entryNames: 'font-[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.woff': 'empty' },
    plugins: [steadyFonts],
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'silent',
  })
  return Promise.all(outputFiles.map(compressed))
}
