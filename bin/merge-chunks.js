// Puts what every start of the server loads into one file. The bundler makes a chunk for each set of modules that the same
// parts use, so a start would look for more than a hundred small files.
import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const MERGED = 'start.js'

/** The chunks that are loaded with these, by name. */
function closureOf(chunks, isRoot) {
  const reached = new Set([...chunks.keys()].filter((name) => isRoot(name, chunks.get(name))))
  for (const name of reached)
    for (const { path, kind } of chunks.get(name).imports)
      if (kind === 'import-statement' && chunks.has(basename(path))) reached.add(basename(path))
  return reached
}

/** What the command line and the threads load as well stays apart: they must not load the server. */
function chunksOfTheServer({ outputs }) {
  const chunks = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]))
  for (const name of chunks.keys()) if (!name.endsWith('.js')) chunks.delete(name)
  const server = closureOf(chunks, (_name, { entryPoint }) => entryPoint?.endsWith('src/serve.ts'))
  const others = closureOf(chunks, (name) => name === 'main.js' || name.endsWith('-worker.js'))
  return [...server].filter((name) => !others.has(name)).map((name) => ({ name, names: chunks.get(name).exports }))
}

export async function mergeChunks(bundler, folder, metafile, options) {
  const merged = chunksOfTheServer(metafile)
  const isMerged = new Set(merged.map(({ name }) => name))
  const exported = ({ name, names }, at) =>
    `import './${name}'; export { ${names.map((each) => `${each} as _${at}_${each}`).join(', ')} } from './${name}'`
  const resolve = {
    name: 'merged-chunks',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, kind }) =>
        kind === 'import-statement' && isMerged.has(basename(path))
          ? { path: join(folder, path), sideEffects: true }
          : { path, external: true },
      )
    },
  }
  await bundler.build({
    ...options,
    entryPoints: undefined,
    outdir: undefined,
    splitting: false,
    banner: undefined,
    external: undefined,
    stdin: { contents: merged.map(exported).join('\n'), resolveDir: folder },
    outfile: join(folder, MERGED),
    plugins: [resolve],
  })
  // Parts that are loaded later find what they share under the old names.
  for (const [at, { name, names }] of merged.entries()) {
    const shown = names.map((each) => `_${at}_${each} as ${each}`).join(', ')
    writeFileSync(join(folder, name), `export { ${shown} } from './${MERGED}'\n`)
    rmSync(join(folder, `${name}.map`), { force: true })
  }
}
