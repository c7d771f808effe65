// API operations spelled out in tags: `{% api-method %}`, and `{% swagger %}` without a source. No block can represent
// them, so they become a heading, the method and URL, tables of parameters, and a tab per response. They are never
// written in this form.

import type { Block, Leaf } from '../../engine/document.ts'
import { mark } from '../inlines/marks.ts'
import { block, leaf, nonEmpty, paragraph, plainText, text } from '../model.ts'
import { writeTag } from '../syntax/attributes.ts'
import type { TagNode } from '../syntax/tag.ts'
import type { NodeFormat, TagReader } from './contract.ts'
import { textTable } from './table-grid.ts'
import { attribute } from './tags.ts'

/** The container type of the tags of this family. */
export const operation = 'api-operation'

// Parts that are not yet in their table or tabs.
const parameterType = 'api-parameter'
const responseType = 'api-response'

const lineTypes = ['summary', 'host', 'path'].map((name) => `api-${name}`)

const code = (value: string): Leaf => leaf(value, [mark('code')])
const heading = (level: 2 | 3, value: string) => block(`heading-${level}`, {}, [text(value)])

// Unknown attributes are shown as written.
function loose(tag: TagNode, ...known: string[]): Block[] {
  const rest = Object.entries(tag.attributes).filter(([key]) => !known.includes(key))
  const words = writeTag('', Object.fromEntries(rest)).slice(2, -2).trim()
  return words ? [paragraph([codeText(words)])] : []
}

const codeText = (value: string) => (value ? { object: 'text' as const, leaves: [code(value)] } : text(''))

// Adjacent parts of a kind become one block.
function arrange(body: Block[]): Block[] {
  const result: Block[] = []
  for (let at = 0; at < body.length; ) {
    const type = body[at]?.type as string
    let end = at + 1
    while (body[end]?.type === type) end++
    const run = body.slice(at, end)
    if (type === parameterType) result.push(parameterTable(run))
    else if (type === responseType) result.push(block('tabs', {}, run.map(tabOf)))
    else result.push(...run.flatMap((each) => (lineTypes.includes(type) ? ((each.nodes ?? []) as Block[]) : [each])))
    at = end
  }
  return result
}

const columns = { name: 'Name', in: 'In', type: 'Type', required: 'Required' } as const

function parameterTable(parameters: Block[]): Block {
  const used = Object.entries(columns).filter(([key]) => parameters.some(({ data }) => data?.[key] !== undefined))
  const cell = (value: unknown, key: string) => {
    const words = String(value ?? '')
    return [paragraph([key === 'name' ? codeText(words) : text(words)])]
  }
  const rows = parameters.map(({ data, nodes }) => [
    ...used.map(([key]) => cell(data?.[key], key)),
    (nodes ?? []) as Block[],
  ])
  return textTable([...used.map(([, title]) => title), 'Description'], rows)
}

const tabOf = ({ data, nodes }: Block): Block =>
  block('tabs-item', { title: data?.title }, nonEmpty((nodes ?? []) as Block[]))

const answers: Record<string, string> = { true: 'Yes', false: 'No' }

function readParameter(tag: TagNode, body: Block[]): Block {
  const required = attribute(tag, 'required')
  const fields = {
    name: attribute(tag, 'name'),
    in: attribute(tag, 'in'),
    type: attribute(tag, 'type'),
    required: required === undefined ? undefined : (answers[required] ?? required),
  }
  return block(parameterType, fields, nonEmpty([...body, ...loose(tag, 'name', 'in', 'type', 'required')]))
}

// `200: OK`
function readResponse(tag: TagNode, body: Block[]): Block {
  const names = ['httpCode', 'status', 'description']
  const words = names.map((name) => attribute(tag, name)).filter(Boolean)
  const title = words.length ? words.join(': ') : undefined
  return block(responseType, { title }, [...arrange(body), ...loose(tag, ...names)])
}

/** Returns undefined for an empty tag. */
export function readOperation(tag: TagNode, body: Block[]): Block[] | undefined {
  const rest = [...body]
  const method = attribute(tag, 'method')?.toUpperCase()
  const host = attribute(tag, 'host') ?? attribute(tag, 'baseUrl') ?? takeLine(rest, 'api-host') ?? ''
  const path = attribute(tag, 'path') ?? takeLine(rest, 'api-path') ?? ''
  const title = attribute(tag, 'summary') ?? takeLine(rest, 'api-summary')
  const name = title || [method, path].filter(Boolean).join(' ')
  const line = [method, host + path].flatMap((word) => (word ? [leaf(' '), code(word)] : [])).slice(1)
  const blocks = [
    ...(name ? [heading(2, name)] : []),
    ...(line.length ? [paragraph([{ object: 'text' as const, leaves: line }])] : []),
    ...arrange(rest),
    ...loose(tag, 'method', 'path', 'host', 'baseUrl', 'summary', 'expanded', 'fullWidth'),
  ]
  return blocks.length ? blocks : undefined
}

// A tag with one line of plain text is equivalent to the attribute of that name; other content stays.
function takeLine(body: Block[], type: string): string | undefined {
  const found = body.findIndex((each) => each.type === type)
  const [only, ...more] = (body[found]?.nodes ?? []) as Block[]
  const isPlain = !more.length && only?.type === 'paragraph' && only.nodes?.every((node) => node.object === 'text')
  if (!isPlain) return undefined
  body.splice(found, 1)
  return plainText(only.nodes)
}

const part = (read: TagReader['read']): TagReader => ({ within: operation, whole: operation, read })
const lineOf = (type: string) => part((tag, body) => block(type, {}, [...arrange(body), ...loose(tag)]))
const group = (title?: string) =>
  part((tag, body) => {
    const nodes = [...arrange(body), ...loose(tag)]
    return title && nodes.length ? [heading(3, title), ...nodes] : nodes
  })

export const apiMethod: NodeFormat = {
  tags: {
    'api-method': { whole: operation, read: readOperation },
    'api-method-summary': lineOf('api-summary'),
    'api-method-host': lineOf('api-host'),
    'api-method-path': lineOf('api-path'),
    'api-method-description': group(),
    'api-method-spec': group(),
    'api-method-request': group(),
    'api-method-path-parameters': group('Path parameters'),
    'api-method-query-parameters': group('Query parameters'),
    'api-method-headers': group('Headers'),
    'api-method-form-data-parameters': group('Form data'),
    'api-method-body-parameters': group('Body'),
    'api-method-parameter': part(readParameter),
    'api-method-response': group('Responses'),
    'api-method-response-example': part(readResponse),
    'api-method-response-example-description': group(),
    'swagger-description': group(),
    'swagger-parameter': part(readParameter),
    'swagger-response': part(readResponse),
  },
  write: {},
}
