// Reads `.gitbook.yaml`, which locates the content in a repository.
import { readYaml, YamlError } from '../lib/yaml.ts'
import { joinPath } from './paths.ts'

export interface RepositoryConfig {
  /** The root folder of the content. */
  root: string
  /** The path of the first page. */
  readme: string
  summary: string
  /** Former page paths, and the files they redirect to. */
  redirects: ReadonlyMap<string, string>
}

export const CONFIG_FILE = '.gitbook.yaml'

/** The repository is invalid; the message is for its authors. */
export class RepositoryError extends Error {}

type Fields = Record<string, unknown>

/** Reads the configuration in `directory`, the project root; without a file, the defaults apply. */
export function readConfig(directory: string, text: string | undefined): RepositoryConfig {
  const fields = text === undefined ? {} : readFields(text)
  const root = place(directory, fields.root, 'root', '.')
  const structure = mapping(fields.structure, 'structure')
  const redirects = Object.entries(mapping(fields.redirects, 'redirects')).map(([from, to]): [string, string] => [
    place(root, from, 'redirects', ''),
    place(root, to, `redirects.${from}`, ''),
  ])
  return {
    root,
    readme: place(root, structure.readme, 'structure.readme', 'README.md'),
    summary: place(root, structure.summary, 'structure.summary', 'SUMMARY.md'),
    redirects: new Map(redirects),
  }
}

function readFields(text: string): Fields {
  try {
    return mapping(readYaml(text), 'the file')
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new RepositoryError(`${CONFIG_FILE} cannot be read as YAML: ${error.message}.`)
  }
}

function mapping(value: unknown, name: string): Fields {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Fields
  throw new RepositoryError(`In ${CONFIG_FILE}, ${name} must be a mapping.`)
}

function place(folder: string, value: unknown, name: string, without: string): string {
  const given = value === undefined || value === null ? without : value
  const path = typeof given === 'string' ? joinPath(folder, given.replace(/^\/+/, '')) : undefined
  if (path !== undefined) return path
  throw new RepositoryError(`In ${CONFIG_FILE}, ${name} must be a path inside the repository.`)
}
