// Every block has a key of its own: new ones get one, and of two with the same key one keeps it.
import type { Node } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { newKey } from '../../random.ts'
import { isFiller } from '../document/writing.ts'
import { isBlank } from '../table/shape.ts'

/** Where keys are missing or taken. A block that was split keeps its key where its text is. */
export function findKeyless(doc: Node): number[] {
  const owners = new Map<string, { node: Node; at: number }>()
  const keyless: number[] = []
  const isEmpty = doc.childCount === 1 && isFiller(doc.firstChild!)
  if (isEmpty) return []
  doc.descendants((node, at, parent) => {
    if (!node.isBlock) return false
    // What only holds the cursor of an empty cell is not part of the document.
    if (!('key' in node.attrs) || (parent?.type.name === 'table_cell' && isBlank(parent))) return true
    const { key } = node.attrs as { key: string | null }
    const owner = key === null ? undefined : owners.get(key)
    if (key === null) {
      // Fragments are found by their name.
      if (!('fragment' in node.attrs)) keyless.push(at)
    } else if (!owner) owners.set(key, { node, at })
    else if (owner.node.content.size === 0 && node.content.size > 0) {
      keyless.push(owner.at)
      owners.set(key, { node, at })
    } else keyless.push(at)
    return !node.isTextblock
  })
  return keyless
}

const changesBlocks = (transaction: Transaction): boolean =>
  transaction.steps.some((step) => {
    const { slice } = step as { slice?: { openStart: number; content: { firstChild: Node | null } } }
    return !slice || slice.openStart > 0 || slice.content.firstChild?.isBlock === true
  })

export const uniqueKeys = (mint: () => string = newKey): Plugin =>
  new Plugin({
    appendTransaction(transactions, _before, { doc, selection, storedMarks, tr }) {
      // The first words of an empty document or cell are typed into a paragraph without a key.
      const isFirst = selection.$from.parent.isTextblock && selection.$from.parent.attrs.key === null
      if (!isFirst && !transactions.some((each) => each.docChanged && changesBlocks(each))) return null
      for (const at of findKeyless(doc)) tr.setNodeAttribute(at, 'key', mint())
      return tr.docChanged ? tr.setStoredMarks(storedMarks) : null
    },
  })
