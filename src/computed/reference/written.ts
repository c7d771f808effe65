// An operation or schema as the blocks of a document: for markdown and paper, where nothing can be folded.
import type { Block, Leaf } from '../../engine/document.ts'
import { parseMarkdown } from '../../markdown/index.ts'
import type { ShownCallback } from './callbacks.ts'
import type { ShownContent } from './contents.ts'
import type { ShownOperation } from './operation.ts'
import { PLACES, type Place } from './parameters.ts'
import type { ShownLink, ShownResponse } from './responses.ts'
import type { ShownProperty, ShownSchema } from './schema.ts'
import { carried } from './security.ts'
import { addressOf } from './servers.ts'

/** The words between what the specification says. */
export interface Labels {
  authorization: string
  parameters: Record<Place, string>
  body: string
  headers: string
  responses: string
  callbacks: string
  links: string
  required: string
  readOnly: string
  writeOnly: string
  recursive: string
  notShown: string
  default: string
  example: string
  values: string
  oneOf: string
  anyOf: string
  not: string
  items: string
  others: string
}

const leaf = (text: string, isCode = false): Leaf => ({
  object: 'leaf',
  text,
  marks: isCode ? [{ object: 'mark', type: 'code' }] : [],
})

const code = (text: string): Leaf => leaf(text, true)

const line = (type: string, ...leaves: Leaf[]): Block => ({
  object: 'block',
  type,
  data: {},
  nodes: [{ object: 'text', leaves: leaves.filter(({ text }) => text !== '') }],
})

const list = (items: readonly Block[][]): Block[] =>
  items.length === 0
    ? []
    : [
        {
          object: 'block',
          type: 'list-unordered',
          data: {},
          nodes: items.map((nodes) => ({ object: 'block' as const, type: 'list-item', data: {}, nodes })),
        },
      ]

const codeBlock = (text: string, syntax: string | undefined): Block => ({
  object: 'block',
  type: 'code',
  data: syntax === undefined ? {} : { syntax },
  nodes: text.split('\n').map((each) => line('code-line', leaf(each))),
})

const inOneLine = (text: string | undefined): string => text?.replaceAll(/\s+/g, ' ') ?? ''

/** A description within a line: one paragraph keeps its marks. */
function inlineOf(text: string): Leaf[] {
  const [only, ...more] = textBlocks(text)
  const nodes = only?.type === 'paragraph' && more.length === 0 ? (only.nodes ?? []) : []
  const leaves = nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []))
  const isText = nodes.length > 0 && nodes.every(({ object }) => object === 'text')
  return isText ? leaves.map((each) => ({ ...each, text: each.text.replaceAll(/\s+/g, ' ') })) : [leaf(inOneLine(text))]
}

function textBlocks(text: string | undefined): Block[] {
  if (text === undefined) return []
  try {
    return parseMarkdown(text).document.nodes.filter(({ type }) => !/^(openapi|swagger|heading)/.test(type))
  } catch {
    return [line('paragraph', leaf(inOneLine(text)))]
  }
}

export function writeOperation(operation: ShownOperation, labels: Labels, skipsTitle: boolean): Block[] {
  const { method, path, title, description, security, parameters, body, responses, callbacks, samples } = operation
  const writing = new Writing(labels)
  const heading = (text: string) => line('heading-2', leaf(text))
  const part = (text: string, blocks: Block[]) => (blocks.length === 0 ? [] : [heading(text), ...blocks])
  const [server] = operation.servers
  const base = server ? addressOf(server, {})!.href.replace(/\/+$/, '') : ''
  const carrying = security.flat().flatMap((scheme) => carried(scheme) ?? [])
  const [sample] = samples
  return [
    ...(skipsTitle ? [] : [line('heading-1', leaf(title))]),
    line('paragraph', code(`${method.toUpperCase()} ${base}${path}`)),
    ...textBlocks(description),
    ...part(
      labels.authorization,
      list(carrying.map((each) => [line('paragraph', code(`${each.name}: ${each.value}`))])),
    ),
    ...PLACES.flatMap((place) => {
      const here = parameters.filter((each) => each.in === place)
      return part(
        labels.parameters[place],
        list(
          here.map((each) =>
            writing.property({
              ...each,
              schema: { ...each.schema, ...(each.description !== undefined && { description: each.description }) },
            }),
          ),
        ),
      )
    }),
    ...(body
      ? part(`${labels.body}${body.isRequired ? ` (${labels.required})` : ''}`, [
          ...textBlocks(body.description),
          ...writing.contents(body.contents),
        ])
      : []),
    ...(sample ? [codeBlock(sample.code, sample.syntax)] : []),
    ...part(
      labels.responses,
      responses.flatMap((each) => writing.response(each)),
    ),
    ...part(
      labels.callbacks,
      callbacks.flatMap((each) => writing.callback(each)),
    ),
  ]
}

export const writeSchema = (name: string, schema: ShownSchema, labels: Labels): Block[] => [
  line('heading-1', leaf(name)),
  ...new Writing(labels).schema(schema),
]

class Writing {
  readonly #labels: Labels

  constructor(labels: Labels) {
    this.#labels = labels
  }

  response({ status, description, headers, contents, links }: ShownResponse): Block[] {
    const { headers: label, links: following } = this.#labels
    const told = list(headers.map((each) => this.property(each)))
    return [
      line('paragraph', code(status), leaf(description === undefined ? '' : ` ${inOneLine(description)}`)),
      ...(told.length > 0 ? [line('paragraph', leaf(label)), ...told] : []),
      ...this.contents(contents),
      ...(links.length > 0 ? [line('paragraph', leaf(following)), ...list(links.map((each) => this.#link(each)))] : []),
    ]
  }

  #link({ name, operation, description, values }: ShownLink): Block[] {
    const to = operation === undefined ? [] : [leaf(' → '), code(operation)]
    const about = description === undefined ? [] : [leaf(': '), ...inlineOf(description)]
    const given = values.flatMap((each, at) => [leaf(at === 0 ? ' (' : ', '), code(`${each.name}: ${each.value}`)])
    return [line('paragraph', code(name), ...to, ...given, leaf(given.length > 0 ? ')' : ''), ...about)]
  }

  callback({ name, method, path, title, description, body, responses }: ShownCallback): Block[] {
    return [
      line('paragraph', code(name), leaf(title === undefined ? '' : ` ${title}`)),
      line('paragraph', code(`${method.toUpperCase()} ${path}`)),
      ...textBlocks(description),
      ...(body ? this.contents(body.contents) : []),
      ...responses.flatMap((each) => this.response(each)),
    ]
  }

  contents(contents: readonly ShownContent[]): Block[] {
    return contents
      .slice(0, 1)
      .flatMap(({ type, schema, examples }) => [
        line('paragraph', code(type), leaf(schema?.name === undefined ? '' : ` ${schema.name}`)),
        ...(schema ? this.schema(schema) : []),
        ...examples.slice(0, 1).map(({ text, syntax }) => codeBlock(text, syntax)),
      ])
  }

  schema(schema: ShownSchema): Block[] {
    const { description, properties, type } = schema
    const told = [
      ...(properties || type === '' ? [] : [code(type)]),
      leaf(description === undefined ? '' : ` ${inOneLine(description)}`),
    ]
    const text = told.filter((each) => each.text !== '')
    return [...(text.length > 0 ? [line('paragraph', ...text)] : []), ...list(this.#parts(schema))]
  }

  property({ name, isRequired, schema }: Pick<ShownProperty, 'name' | 'isRequired' | 'schema'>): Block[] {
    return [line('paragraph', code(name), ...this.#facts(schema, isRequired)), ...list(this.#parts(schema))]
  }

  #facts(schema: ShownSchema, isRequired = false): Leaf[] {
    const { required, readOnly, writeOnly, recursive, notShown } = this.#labels
    const { isReadOnly, isWriteOnly, isCut, facts } = schema
    const type = schema.name !== undefined && isCut ? schema.name : schema.type
    const told = [type, isRequired && required, isReadOnly && readOnly, isWriteOnly && writeOnly]
    const cut = isCut === 'cycle' ? recursive : isCut === 'depth' ? notShown : ''
    const first = [...told, cut].filter((each) => typeof each === 'string' && each !== '').join(', ')
    const limits = facts.flatMap(({ name, value }, at) => [
      leaf(at === 0 && first === '' ? '' : ', '),
      code(`${name}: ${value}`),
    ])
    const inside = [leaf(first), ...limits].filter(({ text }) => text !== '')
    return [...(inside.length === 0 ? [] : [leaf(' ('), ...inside, leaf(')')]), ...this.#details(schema)]
  }

  #details({ description, values = [], default: usual, example }: ShownSchema): Leaf[] {
    const labels = this.#labels
    const told = (label: string, value: string | undefined) =>
      value === undefined ? [] : [leaf(`${label}: `), code(value)]
    const each = values.flatMap(({ value, description: about }, at) => [
      leaf(at === 0 ? '' : '; '),
      code(value),
      leaf(about === undefined ? '' : ` ${inOneLine(about)}`),
    ])
    const sentences = [
      each.length === 0 ? [] : [leaf(`${labels.values}: `), ...each],
      told(labels.default, usual),
      example === usual ? [] : told(labels.example, example),
    ].filter((sentence) => sentence.length > 0)
    const about = description === undefined ? [] : [leaf(': '), ...inlineOf(description)]
    return [
      ...about,
      ...sentences.flatMap((sentence) => [leaf(/[.!?]$/.test(about.at(-1)?.text ?? '') ? ' ' : '. '), ...sentence]),
    ]
  }

  #parts({ properties = [], items, others, choices }: ShownSchema): Block[][] {
    const labels = this.#labels
    const inner = (label: string, schema: ShownSchema) => [
      line('paragraph', leaf(label), ...this.#facts(schema)),
      ...list(this.#parts(schema)),
    ]
    const options = choices?.schemas.map((schema, at) => [
      line('paragraph', code(schema.name ?? (schema.type || String(at + 1))), ...this.#details(schema)),
      ...list(this.#parts(schema)),
    ])
    return [
      ...properties.map((each) => this.property(each)),
      ...(items ? (items.properties && !items.description ? this.#parts(items) : [inner(labels.items, items)]) : []),
      ...(others ? [inner(labels.others, others)] : []),
      ...(choices && options ? [[line('paragraph', leaf(labels[choices.kind])), ...list(options)]] : []),
    ]
  }
}
