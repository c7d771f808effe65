// A change beside the node that it is about. A symbol carries it: copies of a node keep it, and no author can write it.

import type { Block, Inline, Mark } from '../document.ts'

export interface Change {
  kind: 'added' | 'removed' | 'edited' | 'moved' | 'restyled'
  /** What changed besides words. */
  attributes?: AttributeChange[]
  /** The block before, where its words do not show the change. */
  was?: Block
  /** Of a table: its rows, and the former values of cells by row and column. */
  rows?: ReadonlyMap<string, 'added' | 'removed'>
  cells?: ReadonlyMap<string, ReadonlyMap<string, unknown>>
}

export interface AttributeChange {
  name: string
  before?: unknown
  after?: unknown
}

const CHANGE = Symbol('change')

type Changeable = Block | Inline | Mark

export const withChange = <T extends Changeable>(node: T, change: Change): T => ({ ...node, [CHANGE]: change })

export const changeOf = (node: Changeable): Change | undefined => (node as { [CHANGE]?: Change })[CHANGE]
