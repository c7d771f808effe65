// Validates documents. Checks the common structure and that all readers can process the document, but accepts unknown
// block types.
import type { Block, Document } from '../../engine/document.ts'
import { listReferences } from '../../engine/links.ts'
import { listSections } from '../../engine/outline.ts'
import { mapNodes, type Nested } from '../../engine/walk.ts'
import type { Issue } from '../../errors.ts'
import { serializeMarkdown } from '../../markdown/index.ts'
import { withoutEmptyCells } from './empty-cells.ts'
import { findExceededLimit } from './limits.ts'

type Fields = Record<string, unknown>
type Check = (value: Fields, path: string) => Issue | undefined

/** The first issue, or undefined if the document is valid. */
export function findFlaw(value: unknown): Issue | undefined {
  const flaw = findExceededLimit(value) ?? checkNode(value, '', ['document'])
  if (flaw || isReadable(value as Document)) return flaw
  const { nodes } = value as Document
  const bad = nodes.findIndex((node) => !isReadable({ object: 'document', data: {}, nodes: [node] }))
  return {
    path: bad === -1 ? 'nodes' : `nodes.${bad}`,
    message: 'lacks required data for its type, or has it in the wrong form',
  }
}

/** The stored form of a document: without derived fields, and with defaults that readers rely on. */
export function toStored({ nodes }: Document): Document {
  return mapNodes({ object: 'document', data: {}, nodes }, (node) => {
    if (node.object !== 'block' && node.object !== 'inline') return node
    const { meta: _, ...stored } = (node.type === 'table' ? withoutEmptyCells(node as Block) : node) as Block
    return { data: {}, ...stored } as Nested
  })
}

const CHECKS: Record<string, Check> = {
  document: (node, path) => listOf(node, 'nodes', path, ['block'], true),
  block: (node, path) => checkElement(node, path, ['block', 'inline', 'text']),
  inline: (node, path) => checkElement(node, path, ['inline', 'text']),
  fragment: (node, path) =>
    textIn(node, ['fragment', 'type', 'key'], path) ?? listOf(node, 'nodes', path, ['block'], true),
  text: (node, path) => textIn(node, ['key'], path) ?? listOf(node, 'leaves', path, ['leaf'], true),
  leaf: (node, path) =>
    typeof node.text === 'string'
      ? listOf(node, 'marks', path, ['mark'], true)
      : flaw(path, 'text', 'must be a string'),
  mark: (node, path) => typed(node, path),
}

function checkNode(value: unknown, path: string, allowed: readonly string[]): Issue | undefined {
  if (!isObject(value)) return { path, message: 'must be an object' }
  const kind = String(value.object)
  if (!allowed.includes(kind)) return flaw(path, 'object', `must be ${allowed.join(' or ')}`)
  return CHECKS[kind]!(value, path)
}

const checkElement = (node: Fields, path: string, children: readonly string[]): Issue | undefined =>
  typed(node, path) ??
  textIn(node, ['key'], path) ??
  listOf(node, 'nodes', path, children) ??
  listOf(node, 'fragments', path, ['fragment'])

const typed: Check = (node, path) => {
  if (typeof node.type !== 'string' || node.type === '') return flaw(path, 'type', 'must name a type')
  return node.data === undefined || isObject(node.data) ? undefined : flaw(path, 'data', 'must be an object')
}

function textIn(node: Fields, fields: readonly string[], path: string): Issue | undefined {
  const bad = fields.find((field) => node[field] !== undefined && typeof node[field] !== 'string')
  return bad === undefined ? undefined : flaw(path, bad, 'must be a string')
}

function listOf(
  node: Fields,
  field: string,
  path: string,
  allowed: readonly string[],
  isRequired = false,
): Issue | undefined {
  const list = node[field]
  if (list === undefined && !isRequired) return undefined
  if (!Array.isArray(list)) return flaw(path, field, 'must be a list')
  for (const [index, child] of list.entries()) {
    const found = checkNode(child, join(path, `${field}.${index}`), allowed)
    if (found) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const join = (path: string, field: string) => (path === '' ? field : `${path}.${field}`)
const flaw = (path: string, field: string, message: string): Issue => ({ path: join(path, field), message })

function isReadable(document: Document): boolean {
  try {
    serializeMarkdown(document)
    listReferences(document)
    listSections(document)
    return true
  } catch {
    return false
  }
}
