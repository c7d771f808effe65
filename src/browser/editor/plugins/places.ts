// What is open about a place in the text, such as a dialog, keeps to it when the text before it changes: others write too.
import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { asked } from '../views/asked.ts'
import { pointedBlock } from './selected.ts'

/** A place that is remembered until the person has answered. */
export interface Place {
  at?: number | undefined
}

const remembered = new Set<Place>()

/** Returns a function that forgets it. */
export function rememberPlace(place: Place): () => void {
  remembered.add(place)
  return () => void remembered.delete(place)
}

/** Where a node is after the changes; undefined once it is gone. */
export function nodeAfter(transactions: readonly Transaction[], at: number): number | undefined {
  const [before, after] = [transactions[0]!.before, transactions.at(-1)!.doc]
  const moved = mapped(transactions, at)
  const [old, now] = [nodeIn(before, at), nodeIn(after, moved)]
  const isSame = old && now && old.type === now.type && old.attrs.key === now.attrs.key
  return isSame ? moved : undefined
}

const mapped = (transactions: readonly Transaction[], at: number): number =>
  transactions.reduce((place, { mapping }) => mapping.map(place), at)

const nodeIn = (doc: Node, at: number): Node | null => (at < doc.content.size ? doc.nodeAt(at) : null)

export function movePlaces(all: readonly Transaction[]): void {
  const transactions = all.filter(({ docChanged }) => docChanged)
  if (transactions.length === 0) return
  for (const place of remembered) if (place.at !== undefined) place.at = mapped(transactions, place.at)
  const pointed = pointedBlock.peek()
  if (pointed !== undefined) pointedBlock.value = nodeAfter(transactions, pointed)
  const what = asked.peek()
  if (!what || !('at' in what)) return
  const at = nodeAfter(transactions, what.at)
  if (at !== what.at) asked.value = at === undefined ? undefined : { ...what, at }
}
