// Imports of a folder's `index.ts` become imports of the files that it lists. The bundler would else take everything that
// an `index.ts` lists to be needed wherever one thing of it is, and little could be loaded on first use.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const STATEMENT = /^(import|export) \{([^}]*)\} from '(\.[^']*\/index\.ts)'$/gm
const LISTED = /^export \{([^}]*)\} from '(\.[^']*)'$/gm

/** `a, type B, c as d` → the values of them: name and local name. */
const valuesIn = (list) =>
  list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && !item.startsWith('type '))
    .map((item) => {
      const [name, local = name] = item.split(' as ')
      return { name, local }
    })

/** The files that an `index.ts` lists, by the name of what each exports. */
function listedIn(index) {
  const files = new Map()
  for (const [, list, file] of readFileSync(index, 'utf8').matchAll(LISTED))
    for (const { name, local } of valuesIn(list)) files.set(local, { name, file: join(dirname(index), file) })
  return files
}

export function directImports(sources) {
  const known = new Map()
  const listed = (index) => {
    if (!known.has(index)) known.set(index, listedIn(index))
    return known.get(index)
  }
  const rewrite = (path) =>
    readFileSync(path, 'utf8').replaceAll(STATEMENT, (statement, verb, list, index) => {
      const files = listed(join(dirname(path), index))
      const groups = new Map()
      for (const { name, local } of valuesIn(list)) {
        const found = files.get(name) ?? { name, file: join(dirname(path), index) }
        groups.set(found.file, [...(groups.get(found.file) ?? []), `${found.name} as ${local}`])
      }
      const lines = [...groups].map(([file, names]) => {
        const from = relative(dirname(path), file).replaceAll('\\', '/')
        return `${verb} { ${names.join(', ')} } from '${from.startsWith('.') ? from : `./${from}`}'`
      })
      // Lines keep their numbers.
      return lines.join('; ') + '\n'.repeat(statement.split('\n').length - 1)
    })
  return {
    name: 'direct-imports',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
        path.startsWith(sources) ? { contents: rewrite(path), loader: 'ts' } : undefined,
      )
    },
  }
}
