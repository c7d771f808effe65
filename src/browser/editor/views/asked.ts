// What views ask of the person: a dialog of the editor opens for it.
import { signal } from '@preact/signals'
import type { Node } from 'prosemirror-model'

export type Asked =
  /** The settings of a column of the table at `at`. */
  | { kind: 'column'; at: number; column: string }
  | { kind: 'table'; at: number }
  /** The value of the cell at `at`. */
  | { kind: 'cell'; at: number }
  /** The settings of a block or an inline that has a dialog of its own. */
  | { kind: 'node'; at: number; isNew?: boolean }
  /** The settings of any other block. */
  | { kind: 'settings'; at: number; isNew?: boolean }
  /** What the block at `at` turns into. */
  | { kind: 'turn'; at: number }
  /** A new drawing. */
  | { kind: 'drawing' }
  /** The note of the selected words. */
  | { kind: 'note' }
  /** The operations of an API, beside the page. */
  | { kind: 'api' }
  /** A block that is picked from a list. */
  | { kind: 'pick'; what: 'operation' | 'schemas' | 'reusable' | 'integration' }

export const asked = signal<Asked | undefined>(undefined)

export const ask = (what: Asked): void => {
  asked.value = what
}

/** Nodes with a dialog of their own. */
export const OWN_DIALOG = new Set([
  'math',
  'inline_math',
  'if',
  'expression',
  'button',
  'icon',
  'inline_image',
  'image',
  'drawing',
])

/** Asks for the settings of the block or the inline at `at`. */
export const askSettings = (node: Node, at: number, isNew = false): void =>
  ask({ kind: OWN_DIALOG.has(node.type.name) ? 'node' : 'settings', at, isNew })
