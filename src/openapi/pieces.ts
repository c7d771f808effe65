// Splits a specification into pieces: one for each operation, each schema, and everything else that a reference names.
// A page that shows one operation reads only the pieces it needs, however large the specification is.
import { posix } from 'node:path'
import { METHODS, valueAt } from '../computed/outline.ts'
import { operationName, ROOT, schemaName } from '../computed/reference/names.ts'
import { fieldsOf, isFields } from '../computed/reference/values.ts'

export interface SpecFile {
  filename: string
  value: unknown
}

export interface Piece {
  name: string
  /** JSON, in which every reference is the name of a piece. */
  json: string
}

const MAX_PIECES = 30_000
const MAX_PIECE = 512 * 1024
const MAX_TOTAL = 40 * 1024 * 1024

/** The entry file comes first. */
export function piecesOf(files: readonly SpecFile[]): Piece[] {
  const split = new Splitting(files)
  const entry = fieldsOf(files[0]?.value)
  split.add(ROOT, rootOf(entry), '')
  for (const [isWebhook, items] of [
    [false, entry.paths],
    [true, entry.webhooks],
  ] as const)
    for (const [path, item] of Object.entries(fieldsOf(items))) split.addItem(path, item, isWebhook)
  const schemas = fieldsOf(fieldsOf(entry.components).schemas ?? entry.definitions)
  const place = entry.definitions === undefined ? 'components/schemas' : 'definitions'
  for (const [name, schema] of Object.entries(schemas)) {
    split.add(`#/${place}/${escaped(name)}`, schema, '')
    split.add(schemaName(name), { $ref: `#/${place}/${escaped(name)}` }, '')
  }
  split.addReferenced()
  return split.pieces
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

const ROOT_FIELDS = ['openapi', 'swagger', 'servers', 'security', 'host', 'basePath', 'schemes', 'consumes', 'produces']

/** What holds for all operations. */
function rootOf(entry: Record<string, unknown>): object {
  const { title, version } = fieldsOf(entry.info)
  const flags = Object.entries(entry).filter(([name]) => name.startsWith('x-') || ROOT_FIELDS.includes(name))
  const securitySchemes = fieldsOf(fieldsOf(entry.components).securitySchemes ?? entry.securityDefinitions)
  return { ...Object.fromEntries(flags), info: { title, version }, securitySchemes }
}

class Splitting {
  readonly pieces: Piece[] = []
  readonly #files: Map<string, unknown>
  readonly #names = new Set<string>()
  readonly #wanted = new Set<string>()
  readonly #entryName: string
  #total = 0

  constructor(files: readonly SpecFile[]) {
    this.#entryName = files[0]?.filename ?? ''
    this.#files = new Map(files.map(({ filename, value }, at) => [at === 0 ? '' : filename, value]))
  }

  /** `file` is where the value stands; '' is the entry file. */
  add(name: string, value: unknown, file: string): void {
    if (this.#names.has(name) || this.#names.size >= MAX_PIECES || value === undefined) return
    this.#names.add(name)
    const json = JSON.stringify(value, (key, inner) => (key === '$ref' ? this.#named(inner, file) : inner)) ?? ''
    if (json.length > MAX_PIECE || this.#total + json.length > MAX_TOTAL || json === '') return
    this.#total += json.length
    this.pieces.push({ name, json })
  }

  addItem(path: string, item: unknown, isWebhook: boolean): void {
    const [value, file] = this.#resolved(item)
    const fields = fieldsOf(value)
    const { parameters, servers, summary, description } = fields
    for (const method of METHODS)
      if (isFields(fields[method])) {
        const shared = { parameters, servers, summary, description }
        this.add(operationName(method, path, isWebhook), { shared, operation: fields[method] }, file)
      }
  }

  /** Pieces may name further ones. */
  addReferenced(): void {
    // Names that are added meanwhile are visited too.
    for (const name of this.#wanted) {
      const [file = '', pointer = ''] = split(name)
      this.add(name, this.#files.has(file) ? valueAt(this.#files.get(file), pointer) : undefined, file)
    }
  }

  /** The value that an item stands for, and its file. */
  #resolved(item: unknown): [unknown, string] {
    let [value, file] = [item, '']
    for (let hops = 0; hops < 10; hops++) {
      const { $ref } = fieldsOf(value)
      if (typeof $ref !== 'string') break
      const [target = '', pointer = ''] = split(this.#nameOf($ref, file))
      ;[value, file] = [valueAt(this.#files.get(target), pointer), target]
    }
    return [value, file]
  }

  #named(ref: unknown, file: string): unknown {
    if (typeof ref !== 'string') return ref
    const name = this.#nameOf(ref, file)
    this.#wanted.add(name)
    return name
  }

  #nameOf(ref: string, file: string): string {
    const [target = '', pointer = ''] = split(ref)
    if (target === '') return `${file}#${pointer}`
    const from = file === '' ? this.#entryName : file
    const named = target.startsWith('/') ? target : posix.join(posix.dirname(from), target)
    return `${named === this.#entryName ? '' : named}#${pointer}`
  }
}

const split = (ref: string): string[] => {
  const at = ref.indexOf('#')
  return at === -1 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)]
}
