// Schemas: a line for each property, with what is inside it behind a fold.
import type { ShownProperty, ShownSchema } from '../../../computed/reference/index.ts'
import type { Context } from '../contract.ts'
import { sign } from '../signs.ts'
import { attributes, type Html, html } from '../template.ts'
import { drawDescription } from './description.ts'

export interface Drawing {
  context: Context
  /** Whether folds are open from the start. */
  isOpen: boolean
}

export interface Field {
  name: string
  isRequired: boolean
  isDeprecated?: boolean | undefined
  description?: string | undefined
  example?: string | undefined
  schema: ShownSchema
}

export const drawFields = (fields: readonly Field[], drawing: Drawing): Html =>
  html`<dl class="fields">${fields.map((field) => drawField(field, drawing))}</dl>`

function drawField({ name, isRequired, isDeprecated, description, example, schema }: Field, drawing: Drawing): Html {
  const { words } = drawing.context
  const must = isRequired && html` <span class="must">${words.api.required}</span>`
  const tags = drawTags(schema, isDeprecated === true, drawing.context)
  const shown = { ...schema, description: description ?? schema.description, example: example ?? schema.example }
  return html`<div><dt><code>${name}</code><span class="type">${drawType(schema)}${must}</span>${tags}</dt><dd>${drawDetails(shown as ShownSchema, drawing)}${drawParts(schema, drawing)}</dd></div>`
}

const drawType = ({ type, name, properties, choices }: ShownSchema): Html => {
  const isNamed =
    name !== undefined &&
    !type.includes('[]') &&
    (properties !== undefined || choices !== undefined || type === '' || type.startsWith('object'))
  const rest = type.endsWith(' | null') ? ' | null' : ''
  return html`${isNamed ? `${name}${rest}` : type}`
}

function drawTags(
  { isReadOnly, isWriteOnly, isDeprecated, isCut }: ShownSchema,
  isOld: boolean,
  { words }: Context,
): Html[] {
  const tags = [
    (isDeprecated || isOld) && words.deprecated,
    isReadOnly && words.api.readOnly,
    isWriteOnly && words.api.writeOnly,
    isCut === 'cycle' && words.api.recursive,
    isCut === 'depth' && words.api.notShown,
  ]
  return tags.filter((tag) => typeof tag === 'string').map((tag) => html` <span class="tag">${tag}</span>`)
}

/** Everything about a schema that is not inside it. */
export function drawDetails(schema: ShownSchema, { context }: Drawing): Html {
  const { api } = context.words
  const told = (label: string, value: string | undefined) =>
    value !== undefined && html`<span>${label} <code>${value}</code></span>`
  const facts = [
    ...schema.facts.map(({ name, value }) => html`<span><code>${name}: ${value}</code></span>`),
    told(api.default, schema.default),
    schema.example !== schema.default && told(api.example, schema.example),
  ].filter((each) => each !== false)
  const line = facts.length > 0 && html`<p class="says">${facts}</p>`
  return html`${drawDescription(schema.description, context)}${drawValues(schema, context)}${line}`
}

function drawValues({ values = [] }: ShownSchema, context: Context): Html | undefined {
  if (values.length === 0) return undefined
  const { api } = context.words
  if (values.every(({ description }) => description === undefined))
    return html`<p class="says"><span>${api.values} ${values.map(({ value }) => html`<code>${value}</code> `)}</span></p>`
  const rows = values.map(
    ({ value, description }) =>
      html`<div><dt><code>${value}</code></dt><dd>${drawDescription(description, context)}</dd></div>`,
  )
  return html`<p class="says"><span>${api.values}</span></p><dl class="fields values">${rows}</dl>`
}

/** What is inside a schema, each behind a fold. */
function drawParts(schema: ShownSchema, drawing: Drawing): Html[] {
  const { api } = drawing.context.words
  const { properties, items, others } = schema
  return [
    ...(properties
      ? [fold(api.properties(properties.length), drawFields(fieldsOf(properties), drawing), drawing)]
      : []),
    ...(items ? drawInner(api.items, items, drawing) : []),
    ...(others ? drawInner(api.others, others, drawing) : []),
    ...drawChoices(schema, drawing),
  ]
}

/** The items of a list of objects are its properties. */
function drawInner(label: string, inner: ShownSchema, drawing: Drawing): Html[] {
  const { properties } = inner
  const isPlain = properties && inner.description === undefined && inner.choices === undefined
  const title = isPlain ? drawing.context.words.api.properties(properties.length) : label
  return [fold(title, drawSchema(inner, drawing, !isPlain), drawing)]
}

function drawChoices({ choices }: ShownSchema, drawing: Drawing): Html[] {
  if (!choices) return []
  const { api } = drawing.context.words
  const { kind, schemas, discriminator } = choices
  const by = discriminator !== undefined && html` <code>${discriminator}</code>`
  const options = schemas.map((schema, at) => {
    const title = schema.name ?? (schema.type || String(at + 1))
    const body = drawSchema(schema, drawing, false)
    return body.text === ''
      ? html`<p class="says"><span><code>${title}</code>${drawTags(schema, false, drawing.context)}</span></p>`
      : fold(title, body, drawing)
  })
  return [html`<p class="says"><span>${api[kind]}${by}</span></p>${options}`]
}

const fieldsOf = (properties: readonly ShownProperty[]): Field[] =>
  properties.map(({ name, isRequired, schema }) => ({ name, isRequired, schema }))

function fold(title: string, body: Html, { isOpen }: Drawing): Html {
  return html`<details${attributes({ class: 'fold', open: isOpen })}><summary>${sign('right')}${title}</summary>${body}</details>`
}

/** A schema that stands alone: its properties are open. */
export function drawSchema(schema: ShownSchema, drawing: Drawing, showsType = true): Html {
  const { properties, items, others } = schema
  const { api } = drawing.context.words
  const isObject = properties !== undefined && !schema.type.includes('[]')
  const label = schema.name ?? schema.type
  const tags = drawTags(schema, false, drawing.context)
  const line = (showsType && !isObject && label !== '') || tags.length > 0
  const type = line && html`<p class="type"><code>${schema.type || label}</code>${tags}</p>`
  return html`${type}${drawDetails(schema, drawing)}${properties && drawFields(fieldsOf(properties), drawing)}${
    items && drawSchema(items, drawing, !items.properties)
  }${others ? drawInner(api.others, others, drawing) : []}${drawChoices(schema, drawing)}`
}
