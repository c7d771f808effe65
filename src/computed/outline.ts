// The outline of an OpenAPI specification: its tags, operations, webhooks and schemas. Pages are computed from it. It
// is small, however large the specification is, and stored with each version.
import { clip } from '../lib/text.ts'

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
export type Method = (typeof METHODS)[number]

export interface OutlineTag {
  name: string
  /** The title of its page, if it differs from the name. */
  title?: string
  /** Markdown. */
  description?: string
  icon?: string
  /** The description of its page. */
  pageDescription?: string
  /** The name of the parent tag. */
  parent?: string
}

export interface OutlineOperation {
  /** The path of an operation, or the name of a webhook. */
  path: string
  method: Method
  title: string
  tags: string[]
  description?: string
  deprecated?: boolean
  webhook?: boolean
}

export interface SpecOutline {
  title: string
  tags: OutlineTag[]
  operations: OutlineOperation[]
  schemas: string[]
}

/** A path item that is defined in another file, or elsewhere in the same file. */
export interface ExternalPathItem {
  path: string
  ref: string
  webhook?: boolean
}

/** Items above these limits are dropped: no reader would find them. */
const MAX_COUNT = { tags: 1000, operations: 5000, schemas: 5000 }
const MAX_LENGTH = { path: 2000, name: 200, line: 300, text: 10_000 }

type Fields = Record<string, unknown>

/** Returns the outline of a specification, and the path items that are defined elsewhere. */
export function outlineOf(spec: unknown): { outline: SpecOutline; elsewhere: ExternalPathItem[] } {
  const elsewhere: ExternalPathItem[] = []
  const { info, tags, paths, webhooks, components, definitions } = fieldsOf(spec)
  const items = [...itemsOf(paths, false), ...itemsOf(webhooks, true)].slice(0, MAX_COUNT.operations)
  const operations = items.flatMap(({ path, item, webhook }) => {
    const { $ref } = fieldsOf(item)
    if (typeof $ref !== 'string') return operationsIn(item, path, webhook)
    if ($ref.startsWith('#')) return operationsIn(valueAt(spec, $ref.slice(1)), path, webhook)
    elsewhere.push({ path, ref: $ref, ...(webhook && { webhook }) })
    return []
  })
  const schemas = Object.keys(fieldsOf(fieldsOf(components).schemas ?? definitions))
  return {
    outline: {
      title: wordsOf(fieldsOf(info).title, MAX_LENGTH.name) ?? '',
      tags: (Array.isArray(tags) ? tags : []).slice(0, MAX_COUNT.tags).flatMap(tagOf),
      operations: operations.slice(0, MAX_COUNT.operations),
      schemas: schemas.slice(0, MAX_COUNT.schemas).map((name) => clip(name, MAX_LENGTH.name)),
    },
    elsewhere,
  }
}

const itemsOf = (paths: unknown, webhook: boolean) =>
  Object.entries(fieldsOf(paths))
    .filter(([path]) => path !== '' && path.length <= MAX_LENGTH.path)
    .map(([path, item]) => ({ path, item, webhook }))

/** Adds the operations of path items that were found in other files. */
export const withOperations = (outline: SpecOutline, found: readonly OutlineOperation[]): SpecOutline => ({
  ...outline,
  operations: [...outline.operations, ...found].slice(0, MAX_COUNT.operations),
})

/** Lists the operations of a path item, without internal ones. */
export function operationsIn(item: unknown, path: string, webhook = false): OutlineOperation[] {
  const fields = fieldsOf(item)
  return METHODS.flatMap((method): OutlineOperation[] => {
    if (!isFields(fields[method])) return []
    const operation = fields[method]
    if (operation['x-internal'] === true || operation['x-gitbook-ignore'] === true) return []
    const description = wordsOf(operation.description, MAX_LENGTH.line)
    const tags = Array.isArray(operation.tags) ? operation.tags : []
    return [
      {
        path,
        method,
        title: wordsOf(operation.summary, MAX_LENGTH.name) ?? wordsOf(operation.operationId, MAX_LENGTH.name) ?? path,
        tags: [...new Set(tags.flatMap((tag) => wordsOf(tag, MAX_LENGTH.name) ?? []))].slice(0, 20),
        ...(description && { description }),
        ...(operation.deprecated === true && { deprecated: true }),
        ...(webhook && { webhook }),
      },
    ]
  })
}

function tagOf(value: unknown): OutlineTag[] {
  const tag = fieldsOf(value)
  const name = wordsOf(tag.name, MAX_LENGTH.name)
  if (name === undefined) return []
  const optional = {
    title: wordsOf(tag['x-page-title'] ?? tag['x-displayName'], MAX_LENGTH.name),
    description: wordsOf(tag.description, MAX_LENGTH.text),
    icon: wordsOf(tag['x-page-icon'], 50),
    pageDescription: wordsOf(tag['x-page-description'], MAX_LENGTH.line),
    parent: wordsOf(tag['x-parent'] ?? tag.parent, MAX_LENGTH.name),
  }
  return [{ name, ...Object.fromEntries(Object.entries(optional).filter(([, words]) => words !== undefined)) }]
}

const wordsOf = (value: unknown, longest: number): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? clip(value.trim(), longest) : undefined

/** Resolves a JSON pointer; undefined if it does not exist. */
export function valueAt(value: unknown, pointer: string): unknown {
  let found = value
  for (const part of pointer.split('/').slice(1)) {
    const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Fields)[name]
  }
  return found
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
