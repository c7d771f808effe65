// Renders table cells by column type.
import { textOf } from '../../engine/text.ts'
import { filesIn, isNoPicture, isSet, textIn, textsIn } from '../fields.ts'
import type { Column, Row } from '../grid.ts'
import { pictureCode } from './blocks/image.ts'
import { all, bool, type Code, call, int, NONE, str } from './code.ts'
import type { Context } from './contract.ts'
import { pictureOf } from './pictures.ts'
import { targetOf, titleCode } from './references.ts'
import { plain } from './text.ts'

type Show = (value: unknown, column: Column, context: Context) => Code

const MAX_RATING = 20

const optionOf = (column: Column, value: string) =>
  (Array.isArray(column.definition.options) ? column.definition.options : []).find(
    (option) => isSet(option) && option.value === value,
  ) as Record<string, unknown> | undefined

const refOf = (value: unknown): unknown => (isSet(value) && isSet(value.ref) ? value.ref : value)

const SHOWN: Record<string, Show> = {
  checkbox: (value) => call('tick', [bool(value === true)]),
  rating: (value, { definition }) => {
    const most = Math.min(typeof definition.max === 'number' ? definition.max : 5, MAX_RATING)
    const given = typeof value === 'number' ? Math.min(Math.max(Math.round(value), 0), most) : 0
    return call('rating', [int(given), int(most)])
  },
  select: (value, column) =>
    call(
      'pills',
      textsIn(typeof value === 'string' ? [value] : value).map((each) => {
        const option = optionOf(column, each)
        return call('pill', [
          plain((option && textIn(option, 'label')) ?? each),
          str((option && textIn(option, 'color')) ?? ''),
        ])
      }),
    ),
  users: (value, _column, context) =>
    listed(
      textsIn(value).map((user) => ({ kind: 'user', user })),
      context,
    ),
  files: (value, _column, context) => all(filesIn(value).map((file) => fileCode(file, context))),
  image: (value, _column, context) => (isNoPicture(refOf(value)) ? NONE : fileCode(refOf(value), context)),
  'content-ref': (value, _column, context) => (isSet(value) ? titleCode(value, context) : NONE),
}

const fileCode = (ref: unknown, context: Context): Code =>
  pictureOf(ref, context) ? pictureCode({ ref }, context) : call('line-of', [titleCode(ref, context)])

const listed = (refs: unknown[], context: Context): Code =>
  all(refs.flatMap((ref, at) => (at === 0 ? [titleCode(ref, context)] : [str(', '), titleCode(ref, context)])))

export function cellCode(row: Row, column: Column, context: Context): Code {
  const value = row.values[column.id]
  const show = Object.hasOwn(SHOWN, column.type) ? SHOWN[column.type] : undefined
  if (show) return show(value, column, context)
  const fragment = typeof value === 'string' ? row.fragments.get(value) : undefined
  if (fragment) return context.blocks(fragment.nodes)
  return column.type === 'text' || value === undefined || value === null || isSet(value) ? NONE : plain(String(value))
}

/** The text of a cell, to estimate its width. */
export function cellText(row: Row, column: Column, context: Context): string {
  const value = row.values[column.id]
  if (column.type === 'content-ref') return targetOf(value, context).title
  const fragment = typeof value === 'string' ? row.fragments.get(value) : undefined
  if (fragment) return textOf(fragment)
  if (column.type === 'image' || column.type === 'files') return 'a picture or a file'
  return isSet(value) || value === undefined ? '' : String(value)
}

export const headCode = (column: Column, context: Context): Code =>
  column.heading ? context.within({ inNote: true }).inlines(column.heading) : plain(column.title)

export const cellLayout = `
#let tick(done) = task(done, [])
#let rating(given, most) = text(fill: rgb("#c98a00"), "★" * given + "☆" * (most - given))
#let pill(it, ink) = {
  let ink = colours.at(ink, default: dim)
  box(fill: ink.lighten(86%), radius: 6pt, inset: (x: 5pt), outset: (y: 2.5pt), text(0.88em, fill: ink.darken(10%), it))
}
#let pills(..items) = items.pos().join(h(3pt, weak: true) + sym.zws)
#let line-of(it) = block(above: 0.4em, below: 0.4em, it)
`
