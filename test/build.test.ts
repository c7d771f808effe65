// The build loads what is needed first from one file, and nothing else with it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { expect, test } from 'vitest'
import { createScratchFolder } from '../src/lib/scratch.ts'

const { directImports } = await import('../bin/direct-imports.js' as string)
const { lateRequires } = await import('../bin/late-requires.js' as string)
const { mergeChunks } = await import('../bin/merge-chunks.js' as string)

const SOURCES = {
  'main.ts': "export const run = async () => (await import('./src/serve.ts')).serve()",
  'src/serve.ts': `import { small, type Sort } from './house/index.ts'
import { shared as common } from './shared.ts'
export const serve = async (sort?: Sort) => [small, common, (await import('./later.ts')).answer, sort]`,
  'src/later.ts':
    "import { large, small } from './house/index.ts'\nimport { shared } from './shared.ts'\nexport const answer = small + large + shared",
  'src/shared.ts': "export const shared = 'shared '",
  'src/house/index.ts': "export { large } from './large.ts'\nexport {\n  small,\n  type Sort,\n} from './small.ts'",
  'src/house/large.ts': "export const large = 'large '",
  'src/house/small.ts': "export type Sort = string\nexport const small = 'small '",
}

test('the server starts from one file, which has what it uses of a folder and no more', async () => {
  const { folder, remove } = await createScratchFolder()
  for (const [name, code] of Object.entries(SOURCES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), code)
  }
  const out = join(folder, 'out')
  const options: BuildOptions = {
    absWorkingDir: folder,
    entryPoints: ['main.ts'],
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    metafile: true,
    minifyWhitespace: true,
    plugins: [directImports(folder)],
  }
  const { metafile } = await build(options)
  await mergeChunks({ build }, out, metafile, options)
  const start = await readFile(join(out, 'start.js'), 'utf8')
  expect(start).toContain('small ')
  expect(start).toContain('shared ')
  expect(start).not.toContain('large ')
  const { run } = await import(pathToFileURL(join(out, 'main.js')).href)
  expect(await run()).toEqual(['small ', 'shared ', 'small large shared ', undefined])
  await remove()
})

test('what is required late is loaded when something of it is first used', async () => {
  const { folder, remove } = await createScratchFolder()
  const files = {
    'main.cjs': "const large = require('./large.cjs')\nmodule.exports = () => large.answer()",
    'other.cjs': "module.exports = require('./large.cjs').answer",
    'large.cjs': "globalThis.loadedLate = (globalThis.loadedLate ?? 0) + 1\nexports.answer = () => 'large'",
  }
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, name), code)
  const options = { absWorkingDir: folder, outdir: join(folder, 'out'), bundle: true, format: 'cjs' } as const
  const plugins = [lateRequires({ './large.cjs': 'main.cjs' })]
  await build({ ...options, entryPoints: ['main.cjs', 'other.cjs'], plugins })
  const load = async (name: string) => (await import(pathToFileURL(join(folder, 'out', name)).href)).default
  const loaded = () => (globalThis as { loadedLate?: number }).loadedLate ?? 0
  const main = await load('main.js')
  expect(loaded()).toBe(0)
  expect([main(), main(), loaded()]).toEqual(['large', 'large', 1])
  await load('other.js')
  expect(loaded()).toBe(2)
  await remove()
})
