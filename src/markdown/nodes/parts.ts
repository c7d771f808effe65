// Blocks that are a list of parts: `{% tabs %}{% tab title="…" %} … {% endtab %}{% endtabs %}`, steps, columns,
// updates.

import type { Block } from '../../engine/document.ts'
import { block, type Data, nonEmpty } from '../model.ts'
import type { TagNode } from '../syntax/tag.ts'
import type { NodeFormat, TagReader } from './contract.ts'
import { attribute, container, flag, type TagAttributes, unknownAttributes } from './tags.ts'

interface Family {
  tag: string
  type: string
  fields(tag: TagNode): Data
  attributes(data: Data): TagAttributes
  known: string[]
}

const reader = (family: Family, accept: (body: Block[]) => Block[] | undefined, within?: string): TagReader => ({
  within,
  read(tag, body) {
    const nodes = accept(body)
    return (
      nodes && block(family.type, { ...family.fields(tag), attributes: unknownAttributes(tag, ...family.known) }, nodes)
    )
  },
})

// The container is only read if it consists of parts; otherwise every tag stays text.
function family(whole: Family, part: Family): NodeFormat {
  const onlyParts = (body: Block[]) => (body.length && body.every((each) => each.type === part.type) ? body : undefined)
  return {
    tags: {
      [whole.tag]: { ...reader(whole, onlyParts), whole: whole.type },
      [part.tag]: reader(part, nonEmpty, whole.type),
    },
    write: {
      [whole.type]: (node, context) => container(whole.tag, whole.attributes(node.data ?? {}), node, context),
      [part.type]: (node, context) => container(part.tag, part.attributes(node.data ?? {}), node, context),
    },
  }
}

const plain = { fields: () => ({}), attributes: () => ({}), known: [] }
const fullWidth = {
  fields: (tag: TagNode) => ({ fullWidth: flag(tag, 'fullWidth') }),
  attributes: (data: Data) => ({ fullWidth: data.fullWidth as boolean }),
  known: ['fullWidth'],
}

function words(...names: string[]) {
  return {
    fields: (tag: TagNode) => Object.fromEntries(names.map((name) => [name, attribute(tag, name)])),
    attributes: (data: Data) => Object.fromEntries(names.map((name) => [name, data[name] as string])),
    known: names,
  }
}

function width(text: string | undefined): unknown {
  const [, value, unit] = /^(-?\d+(?:\.\d+)?)([a-z%]*)$/.exec(text ?? '') ?? []
  if (value === undefined || String(Number(value)) !== value) return text
  return unit ? { unit, value: Number(value) } : Number(value)
}

const writeWidth = (value: unknown): string | number | undefined =>
  value && typeof value === 'object' ? `${(value as Data).value}${(value as Data).unit}` : (value as number | undefined)

const column = {
  fields: (tag: TagNode) => ({ width: width(attribute(tag, 'width')), verticalAlignment: attribute(tag, 'valign') }),
  attributes: (data: Data) => ({ width: writeWidth(data.width), valign: data.verticalAlignment as string }),
  known: ['width', 'valign'],
}

const toTag = (tag: string) => ({ kind: 'tag', tag })
const update = {
  fields: (tag: TagNode) => ({
    date: attribute(tag, 'date'),
    tags: attribute(tag, 'tags')?.split(',').map(toTag),
  }),
  attributes: (data: Data) => ({
    date: data.date as string,
    tags: (data.tags as { tag: string }[] | undefined)?.map(({ tag }) => tag).join(','),
  }),
  known: ['date', 'tags'],
}

export const tabs = family(
  { tag: 'tabs', type: 'tabs', ...fullWidth },
  { tag: 'tab', type: 'tabs-item', ...words('title', 'icon', 'slug') },
)
export const stepper = family(
  { tag: 'stepper', type: 'stepper', ...plain },
  { tag: 'step', type: 'stepper-step', ...words('icon') },
)
export const columns = family(
  { tag: 'columns', type: 'columns', ...fullWidth },
  { tag: 'column', type: 'column', ...column },
)
export const updates = family(
  { tag: 'updates', type: 'updates', ...words('format') },
  { tag: 'update', type: 'update', ...update },
)
