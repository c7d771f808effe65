// The licenses of the packages that a build contains, in one file.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//

/** `metafiles`: what the bundler says about its outputs; `more`: folders of packages whose files were copied. */
export function listLicenses(root, metafiles, more) {
  const folders = new Set(more.map((name) => `node_modules/${name}`))
  for (const { inputs } of metafiles)
    for (const path of Object.keys(inputs)) {
      const found = PACKAGE.exec(path)
      if (found) folders.add(found[0].slice(0, -1))
    }
  return [...folders]
    .sort()
    .map((folder) => describe(join(root, folder)))
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function describe(folder) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return ''
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8'))
  const texts = readdirSync(folder).filter((entry) => /^(licen[cs]e|notice|copying)/i.test(entry))
  const text = texts.map((entry) => readFileSync(join(folder, entry), 'utf8').trim()).join('\n\n')
  return `${name} ${version} (${license})\n\n${text}\n`
}
