// The registry of block and inline formats.
import { changed } from './blocks/changed.ts'
import { code } from './blocks/code.ts'
import { columns } from './blocks/columns.ts'
import { condition } from './blocks/condition.ts'
import { embed } from './blocks/embed.ts'
import { expandable } from './blocks/expandable.ts'
import { headings } from './blocks/heading.ts'
import { hint } from './blocks/hint.ts'
import { image } from './blocks/image.ts'
import { integration } from './blocks/integration.ts'
import { list } from './blocks/list.ts'
import { openapi } from './blocks/openapi.ts'
import { paragraph } from './blocks/paragraph.ts'
import { prompt } from './blocks/prompt.ts'
import { stepper } from './blocks/stepper.ts'
import { table } from './blocks/table.ts'
import { tabs } from './blocks/tabs.ts'
import { updates } from './blocks/updates.ts'
import type { BlockWriter, Format, InlineWriter } from './contract.ts'
import { annotation } from './inlines/annotation.ts'
import { expression } from './inlines/expression.ts'
import { icon } from './inlines/icon.ts'
import { inlineImage } from './inlines/image.ts'
import { link } from './inlines/link.ts'
import { math } from './inlines/math.ts'
import { marks } from './inlines/text.ts'

// Sorted by dependency: a layout comes after those it uses.
const formats: readonly Format[] = [
  marks,
  link,
  icon,
  annotation,
  expression,
  math,
  inlineImage,
  paragraph,
  headings,
  list,
  code,
  hint,
  tabs,
  stepper,
  columns,
  expandable,
  image,
  table,
  embed,
  openapi,
  integration,
  prompt,
  updates,
  condition,
  changed,
]

export const layouts: readonly string[] = formats.flatMap(({ layout }) => layout ?? [])

export const blockWriters: Readonly<Record<string, BlockWriter>> = Object.assign(
  {},
  ...formats.map((each) => each.blocks),
)
export const inlineWriters: Readonly<Record<string, InlineWriter>> = Object.assign(
  {},
  ...formats.map((each) => each.inlines),
)
