// Computes the document of a computed page: the description of its tag, and a block for each operation, webhook or
// schema.

import { listAnchors } from '../engine/anchors.ts'
import type { Block, Document } from '../engine/document.ts'
import { addKeys } from '../engine/keys/keep-keys.ts'
import { hashOf } from '../engine/objects.ts'
import { parseMarkdown } from '../markdown/index.ts'
import type { OutlineOperation, SpecOutline } from './outline.ts'
import { operationsOf } from './pages.ts'
import type { DocumentProps } from './source.ts'

/** Returns the document of a page, or undefined if the specification has no such page. */
export function computeDocument(outline: SpecOutline, spec: string, props: DocumentProps): Document | undefined {
  const found = find(outline, props)
  if (!found) return undefined
  const ref = { kind: 'openapi', spec }
  const { schemas } = outline
  const models = props.doc === 'models' ? [block('openapi-schemas', { ref, schemas, grouped: true })] : []
  const nodes = [...found.intro, ...found.operations.map((operation) => toBlock(operation, ref)), ...models]
  let keys = 0
  const prefix = hashOf(JSON.stringify(props)).replace(/[-_]/g, 'x').slice(0, 12)
  return addKeys(documentOf(nodes), () => `${prefix}${keys++}`)
}

/** Returns the same page as plain text for search: a heading for each block, with its description below. */
export function computeSearchDocument(outline: SpecOutline, spec: string, props: DocumentProps): Document {
  const document = computeDocument(outline, spec, props) ?? documentOf([])
  const anchors = listAnchors(document)
  const titles = new Map(find(outline, props)?.operations.map((operation) => [nameOf(operation), operation]))
  const inWords = (node: Block): Block[] => {
    const { method, path, name, schemas } = (node.data ?? {}) as Record<string, string>
    if (node.type === 'openapi-schemas') return (schemas as unknown as string[]).map((each) => line('paragraph', each))
    const operation = titles.get(nameOf({ method: String(method), path: String(path ?? name) }))
    if (!operation || !node.type.startsWith('openapi-')) return [node]
    const { title, description = '' } = operation
    const call = `${operation.method.toUpperCase()} ${operation.path}`
    return [line('heading-2', title, anchors.get(node)), line('paragraph', `${call}\n${description}`)]
  }
  return documentOf(document.nodes.flatMap(inWords))
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

interface Found {
  intro: Block[]
  operations: OutlineOperation[]
}

function find(outline: SpecOutline, props: DocumentProps): Found | undefined {
  if (props.doc === 'models') return outline.schemas.length > 0 ? { intro: [], operations: [] } : undefined
  if (props.doc === 'operation') {
    const operations = outline.operations.filter((each) => isNamed(each, props))
    return operations.length > 0 ? { intro: [], operations } : undefined
  }
  const tag = outline.tags.find(({ name }) => name === props.page)
  const operations = operationsOf(outline, props.page)
  if (!tag && operations.length === 0) return undefined
  const intro = parseMarkdown(tag?.description ?? '').document.nodes
  return { intro, operations: props.doc === 'operations' ? operations : [] }
}

const isNamed = ({ path, method, webhook }: OutlineOperation, props: { page: string; method: string }) =>
  path === props.page && (webhook ? props.method === 'hook' : props.method === method)

const toBlock = ({ path, method, webhook }: OutlineOperation, ref: object): Block =>
  webhook ? block('openapi-webhook', { ref, name: path, method }) : block('openapi-operation', { ref, path, method })

const block = (type: string, data: Record<string, unknown>): Block => ({ object: 'block', type, isVoid: true, data })

function line(type: string, text: string, id?: string): Block {
  const leaves = [{ object: 'leaf' as const, text, marks: [] }]
  return { object: 'block', type, data: id === undefined ? {} : { id }, nodes: [{ object: 'text', leaves }] }
}

const documentOf = (nodes: Block[]): Document => ({ object: 'document', data: {}, nodes })
