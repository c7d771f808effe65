// Table cells by the type of their column.
import { filesIn, isNoPicture, isSet, textIn, textsIn } from '../fields.ts'
import type { Column, Row } from '../grid.ts'
import type { Context } from './contract.ts'
import { colorClass, lines } from './inlines/text.ts'
import { drawPicture, pictureOf } from './pictures.ts'
import { titleLink } from './references.ts'
import { type Html, html, join, NOTHING } from './template.ts'

type Draw = (value: unknown, column: Column, context: Context) => Html

const MAX_RATING = 20

const optionOf = (column: Column, value: string) =>
  (Array.isArray(column.definition.options) ? column.definition.options : []).find(
    (option) => isSet(option) && option.value === value,
  ) as Record<string, unknown> | undefined

export const refOf = (value: unknown): unknown => (isSet(value) && isSet(value.ref) ? value.ref : value)

const listed = (refs: unknown[], context: Context): Html =>
  join(refs.map((ref, at) => html`${at > 0 && ', '}${titleLink(ref, context)}`))

const drawn: Record<string, Draw> = {
  checkbox: (value, _column, { words }) => {
    const isDone = value === true
    return html`<span class="${isDone ? 'box done' : 'box'}" role="img" aria-label="${isDone ? words.checked : words.unchecked}"></span>`
  },
  rating: (value, { definition }, { words }) => {
    const most = Math.min(Math.max(typeof definition.max === 'number' ? Math.round(definition.max) : 5, 0), MAX_RATING)
    const given = typeof value === 'number' ? Math.min(Math.max(Math.round(value), 0), most) : 0
    const stars = `${'★'.repeat(given)}${'☆'.repeat(most - given)}`
    return html`<span class="rating" role="img" aria-label="${words.rated(given, most)}">${stars}</span>`
  },
  select: (value, column) =>
    join(
      textsIn(typeof value === 'string' ? [value] : value).map((each) => {
        const option = optionOf(column, each)
        const color = colorClass('ink', option && textIn(option, 'color')) ?? ''
        return html`<span class="tag ${color}">${(option && textIn(option, 'label')) ?? each}</span> `
      }),
    ),
  users: (value, _column, context) =>
    listed(
      textsIn(value).map((user) => ({ kind: 'user', user })),
      context,
    ),
  files: (value, _column, context) => join(filesIn(value).map((file) => html`<div>${drawFile(file, context)}</div>`)),
  image: (value, _column, context) => (isNoPicture(refOf(value)) ? NOTHING : drawFile(refOf(value), context)),
  'content-ref': (value, _column, context) => (isSet(value) ? titleLink(refOf(value), context) : NOTHING),
}

function drawFile(ref: unknown, context: Context): Html {
  const picture = pictureOf(ref, context)
  const isPicture = picture && (picture.file === undefined || picture.file.contentType.startsWith('image/'))
  const drawnPicture = isPicture ? drawPicture(ref, undefined, { alt: picture.file?.name ?? '' }, context) : undefined
  return drawnPicture ?? titleLink(ref, context)
}

export function drawCell(row: Row, column: Column, context: Context): Html {
  const value = Object.hasOwn(row.values, column.id) ? row.values[column.id] : undefined
  const draw = Object.hasOwn(drawn, column.type) ? drawn[column.type] : undefined
  if (draw) return draw(value, column, context)
  const fragment = typeof value === 'string' ? row.fragments.get(value) : undefined
  if (fragment) return drawNodes(fragment.nodes, context)
  return column.type === 'text' || value === undefined || value === null || isSet(value)
    ? NOTHING
    : lines(String(value))
}

/** One paragraph stands in its cell without a box of its own. */
function drawNodes(nodes: Parameters<Context['blocks']>[0], context: Context): Html {
  const [only, ...more] = nodes ?? []
  return only?.type === 'paragraph' && more.length === 0 ? context.inlines(only.nodes) : context.blocks(nodes)
}

export const drawHead = (column: Column, context: Context): Html =>
  column.heading ? context.within().inlines(column.heading) : html`${column.title}`
