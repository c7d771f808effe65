// The registry of node formats, by the name of each of their forms.

import { apiMethod } from './api-method.ts'
import { code } from './code.ts'
import { condition } from './condition.ts'
import type { BlockWriter, HtmlReader, MdastReader, NodeFormat, TagReader } from './contract.ts'
import { contentRef, embed, file, include } from './embed.ts'
import { expandable } from './expandable.ts'
import { headings } from './heading.ts'
import { hint } from './hint.ts'
import { pictures } from './image.ts'
import { integration } from './integration.ts'
import { lists } from './list.ts'
import { notes } from './note.ts'
import { openapiFamily } from './openapi.ts'
import { paragraphs } from './paragraph.ts'
import { columns, stepper, tabs, updates } from './parts.ts'
import { prompt } from './prompt.ts'
import { divider, math, quote } from './quote.ts'
import { table } from './table.ts'
import { wrappers } from './wrapper.ts'

const formats: NodeFormat[] = [
  paragraphs,
  headings,
  lists,
  quote,
  code,
  divider,
  math,
  table,
  pictures,
  wrappers,
  hint,
  tabs,
  stepper,
  columns,
  updates,
  expandable,
  embed,
  file,
  contentRef,
  include,
  openapiFamily,
  apiMethod,
  prompt,
  condition,
  integration,
  notes,
]

export const tagReaders: Record<string, TagReader> = Object.assign({}, ...formats.map(({ tags }) => tags))
export const mdastReaders: Record<string, MdastReader> = Object.assign({}, ...formats.map(({ mdast }) => mdast))
export const htmlReaders: Record<string, HtmlReader> = Object.assign({}, ...formats.map(({ html }) => html))
export const blockWriters: Record<string, BlockWriter> = Object.assign({}, ...formats.map(({ write }) => write))
