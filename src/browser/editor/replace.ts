// Puts what others wrote into an editor in use: only what differs is replaced, so the cursor stays where it is.
import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Document } from '../../engine/document.ts'
import { readDocument } from './document/reading.ts'

export function replaceDocument(view: EditorView, document: Document): void {
  const transaction = differences(view.state.tr, readDocument(document))
  if (transaction.docChanged) view.dispatch(transaction.setMeta('remote', true).setMeta('addToHistory', false))
}

export const differences = (transaction: Transaction, next: Node): Transaction =>
  changeChildren(transaction, 0, transaction.doc, next)

/** From the last child to the first, so that positions before it hold. `start` is where the first one begins. */
function changeChildren(transaction: Transaction, start: number, old: Node, made: Node): Transaction {
  const pairs = pairUp(old.children, made.children)
  // A container is never without what it has to hold.
  if (!pairs.some((pair) => pair.old && pair.made))
    return transaction.replaceWith(start, start + old.content.size, made.content)
  let end = start + old.content.size
  for (const pair of pairs.toReversed()) {
    const from = end - (pair.old?.nodeSize ?? 0)
    if (pair.old && pair.made) change(transaction, from, pair.old, pair.made)
    else if (pair.made) transaction.insert(from, pair.made)
    else transaction.delete(from, end)
    end = from
  }
  return transaction
}

/** Narrows the change of a block to the blocks in it, and in a block of text to where it begins and ends to differ. */
function change(transaction: Transaction, start: number, old: Node, made: Node): void {
  if (old.eq(made)) return
  if (old.type !== made.type || old.isAtom) {
    transaction.replaceWith(start, start + old.nodeSize, made)
    return
  }
  if (!old.sameMarkup(made)) transaction.setNodeMarkup(start, null, made.attrs)
  if (!old.isTextblock) {
    changeChildren(transaction, start + 1, old, made)
    return
  }
  const from = old.content.findDiffStart(made.content)
  const to = old.content.findDiffEnd(made.content)
  if (from === null || !to) return
  // What is repeated around the change counts once.
  const overlap = Math.max(0, from - Math.min(to.a, to.b))
  transaction.replace(start + 1 + from, start + 1 + to.a + overlap, made.slice(from, to.b + overlap))
}

interface Pair {
  old?: Node
  made?: Node
}

/** By what a node is known: rows and cells of tables have no key. */
const nameOf = ({ attrs }: Node): string | null => attrs.column ?? attrs.record ?? attrs.key ?? null

/**
 * Blocks with the same key belong together, as long as they are in the same order. A block without a key belongs to the
 * new one in its place.
 */
function pairUp(olds: readonly Node[], mades: readonly Node[]): Pair[] {
  const places = new Map(mades.map((made, at) => [nameOf(made), at]))
  const known = new Set(olds.map(nameOf))
  const pairs: Pair[] = []
  let next = 0
  for (const old of olds) {
    const isNext = mades[next]?.type === old.type && !known.has(nameOf(mades[next]!))
    const name = nameOf(old)
    const at = name !== null ? places.get(name) : isNext ? next : undefined
    if (at === undefined || at < next) {
      pairs.push({ old })
      continue
    }
    for (; next < at; next++) pairs.push({ made: mades[next]! })
    pairs.push({ old, made: mades[next++]! })
  }
  for (; next < mades.length; next++) pairs.push({ made: mades[next]! })
  return pairs
}
