// `.gitbook.yaml`: where in a repository the content is.
import { parse } from 'yaml'
import { joinPath } from './paths.ts'

export interface RepositoryConfig {
  /** The folder that holds the content. */
  root: string
  /** The first page. */
  readme: string
  summary: string
  /** Where pages used to be, and the file that is meant now. */
  redirects: ReadonlyMap<string, string>
}

export const CONFIG_FILE = '.gitbook.yaml'

/** The repository does not say what it should; the message is for its authors. */
export class RepositoryError extends Error {}

type Fields = Record<string, unknown>

/** Reads the configuration in `directory`, the top of the project; without a file everything is where it usually is. */
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
    return mapping(parse(text, { maxAliasCount: 0 }), 'the file')
  } catch (error) {
    if (error instanceof RepositoryError) throw error
    throw new RepositoryError(`${CONFIG_FILE} is not valid YAML: check its syntax.`)
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
