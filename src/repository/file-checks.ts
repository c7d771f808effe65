// Finds missing targets and invalid YAML in the files that are not pages: configuration, table of contents, tags and
// variables.
import { isYaml } from '../lib/yaml.ts'
import type { Addresses } from './addresses.ts'
import { CONFIG_FILE, type RepositoryConfig } from './config.ts'
import type { FileReading } from './model.ts'
import type { OutlinePage } from './outline.ts'
import { joinPath, nameOf } from './paths.ts'
import { type Repository, tagsPath, textsOf, variablesPath } from './source.ts'
import { type ImportWarning, listFileWarnings } from './warnings.ts'

export function* checkFiles(
  repository: Repository,
  config: RepositoryConfig,
  { redirects, pages }: Addresses,
  outline: ReadonlyMap<string, OutlinePage>,
): FileReading<ImportWarning[]> {
  const configured = joinPath(repository.directory, CONFIG_FILE)!
  const lost = [...redirects].filter(
    ([, to]) => !pages.has(to) && !pages.has(`${to}/README.md`) && !pages.has(`${to}.md`),
  )
  const missing = [
    ...[...outline.values()]
      .filter(({ origin }) => origin!.oid === '')
      .map(({ origin }) => ({
        file: config.summary,
        named: nameOf(origin!.path),
        message: `${origin!.path} does not exist.`,
      })),
    ...lost.map(([, to]) => ({
      file: configured,
      named: nameOf(to),
      message: `The redirect to ${to} has no target page.`,
    })),
  ]
  const data = [variablesPath(config), tagsPath(config)]
  const files = [...new Set([...missing.map(({ file }) => file), ...data])]
  const read = yield* textsOf(repository, files)
  const texts = new Map(files.flatMap((file, at) => (read[at] === undefined ? [] : [[file, read[at]]])))
  const unreadable = data.filter((file) => texts.has(file) && !isYaml(texts.get(file)!))
  return [
    ...unreadable.map((path) => ({ path, message: 'The file is not valid YAML.' })),
    ...listFileWarnings(missing, texts),
  ]
}
