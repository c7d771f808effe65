// What a file of a block says: its nodes in the schema, how they are inserted, and what is typed and set on them.
import type { InputRule } from 'prosemirror-inputrules'
import type { Attrs, Fragment, Node, NodeSpec, Schema } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import type * as Doc from '../../engine/document.ts'
import type { IconName } from '../ui/icons.ts'

/** What a node of a document holds: text and inlines, blocks, named fragments, nothing, or what its `shape` says. */
export type Holds = 'inlines' | 'blocks' | 'fragments' | 'nothing' | 'shape'

/** How a block stands in documents, if its content there has a form of its own. */
export interface Shape {
  /** Undefined if the block has to be kept whole. */
  read(
    block: Doc.Block,
    readBlock: (block: Doc.Block) => Node,
    schema: Schema,
  ): { attrs: Attrs; content: Fragment } | undefined
  write(node: Node, writeBlock: (node: Node) => Doc.Block): Partial<Doc.Block>
}

/** A field of `data` that people set in the menu of the block. */
export interface Field {
  name: string
  label: string
  /** A list: one of these. `url` has to be there, `lines` is text of several lines, `share` a share of the width in percent. */
  kind: 'text' | 'url' | 'lines' | 'number' | 'share' | 'date' | 'switch' | readonly { value: string; label: string }[]
  /** What is offered while the field is typed. */
  among?: readonly string[]
}

/** A node of the schema. It is listed by the type that it has in documents. */
export interface BlockNode extends NodeSpec {
  holds: Holds
  /** How the block is called in its menu. Parts of other blocks have none. */
  label?: string
  fields?: readonly Field[]
  shape?: Shape
}

/** A line of the menu that `/` opens. */
export interface Insertion {
  label: string
  lead: string
  icon: IconName
  /** Other words by which it is found. */
  also: string
  /** The block that takes the place of the empty paragraph; the cursor goes to its first text. */
  create(schema: Schema): Node
  /** Its settings are asked for at once. */
  isAsking?: boolean
}

export interface BlockFormat {
  nodes: Record<string, BlockNode>
  insertions?: readonly Insertion[]
  rules?: (schema: Schema) => InputRule[]
  keys?: (schema: Schema) => Record<string, Command>
}

/** The attributes of every node and every mark that stands for one. */
export const ELEMENT = { key: { default: null }, data: { default: null }, isVoid: { default: null } }

/** The name in the schema of what documents call `type`: content expressions take no hyphens. */
export const nameOf = (type: string): string => type.replaceAll('-', '_')
/** The type in documents. */
export const typeOf = ({ type }: { type: { name: string } }): string => type.name.replaceAll('_', '-')
