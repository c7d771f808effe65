// Generated histories for tests: a base tree, and steps that edit it. Steps refer to pages by number, so every step
// applies to every tree.

import fc from 'fast-check'
import type { Block, Document } from '../document.ts'
import type { Hash } from '../objects.ts'
import { loadObject, type Reading } from '../reading.ts'
import { putRecord, removeRecord } from '../tree/collections.ts'
import { EMPTY_TREE, putDocument, type Tree } from '../tree/draft.ts'
import { insertPage, movePage, removePage, updatePage } from '../tree/edit-pages.ts'
import { findPage, listPages } from '../tree/pages.ts'
import type { Store } from './store.ts'

export interface Step {
  act: 'insert' | 'move' | 'field' | 'document' | 'remove' | 'file' | 'variable'
  one: number
  other: number
  at: number | undefined
  word: string
}

const WORDS = ['Intro', 'Setup', 'Usage', 'Intro 1']

export const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'insert' as const,
    'insert' as const,
    'move' as const,
    'move' as const,
    'move' as const,
    'field' as const,
    'field' as const,
    'document' as const,
    'document' as const,
    'remove' as const,
    'file' as const,
    'variable' as const,
  ),
  one: fc.nat(1000),
  other: fc.nat(1000),
  at: fc.option(fc.nat(3), { nil: undefined }),
  word: fc.constantFrom(...WORDS),
})

export const steps = (maxLength: number): fc.Arbitrary<Step[]> => fc.array(step, { maxLength })

const FIELDS = ['title', 'slug', 'emoji', 'description'] as const

export const paragraph = (key: string, text: string): Block => ({
  object: 'block',
  type: 'paragraph',
  key,
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})

export const documentOf = (...blocks: Block[]): Document => ({ object: 'document', data: {}, nodes: blocks })

/** Creates a tree with a page for each of `parents`, each below the page that the number selects. */
export function createTree(store: Store, parents: readonly number[]): Hash {
  return store.edit(EMPTY_TREE.hash, function* (tree) {
    const document = putDocument(
      tree,
      documentOf(paragraph('k1', 'one'), paragraph('k2', 'two'), paragraph('k3', 'three')),
    )
    for (const [index, parent] of parents.entries()) {
      const above = parent % (index + 1)
      const page = {
        id: `b${String(index).padStart(4, '0')}`,
        type: 'document' as const,
        title: WORDS[index % 5] ?? `Page ${index}`,
        document,
      }
      yield* insertPage(tree, page, { parent: above === 0 ? '' : `b${String(above - 1).padStart(4, '0')}` })
    }
    putRecord(tree, 'variable', 'v0', 0)
    putRecord(tree, 'file', 'f0', { id: 'f0', name: 'a.png', contentType: 'image/png', size: 1 })
  })
}

/** Applies the steps to the tree at `root`; new ids and keys begin with `side`. */
export function applySteps(store: Store, root: Hash, history: readonly Step[], side: string): Hash {
  return store.edit(root, function* (tree) {
    const ids = (yield* listPages(tree)).map(({ id }) => id)
    for (const [index, each] of history.entries()) yield* take(tree, ids, each, `${side}${index}`)
  })
}

function* take(tree: Tree, ids: string[], { act, one, other, at, word }: Step, fresh: string): Reading<void> {
  const id = ids[one % Math.max(1, ids.length)] ?? ''
  const parent = ['', ...ids][other % (ids.length + 1)]!
  const number = other % 3
  if (act === 'insert') {
    const inserted = yield* insertPage(tree, { id: fresh, type: 'document', title: word }, { parent, at })
    if (inserted.ok) ids.push(fresh)
  } else if (act === 'move') yield* movePage(tree, id, { parent, at })
  else if (act === 'field') yield* updatePage(tree, id, { [FIELDS[other % FIELDS.length]!]: word })
  else if (act === 'document') yield* editDocument(tree, id, other, `${fresh}-${word}`)
  else if (act === 'remove') yield* removePage(tree, id)
  else if (act === 'variable') putRecord(tree, 'variable', `v${number}`, one % 3)
  else if (one % 3 === 0) removeRecord(tree, 'file', `f${number}`)
  else putRecord(tree, 'file', `f${number}`, { id: `f${number}`, name: word, contentType: 'image/png', size: 1 })
}

function* editDocument(tree: Tree, id: string, how: number, text: string): Reading<void> {
  const page = yield* findPage(tree, id)
  if (!page) return
  const pending = page.document ? tree.documents.get(page.document)?.value : undefined
  const stored = pending ?? (page.document ? yield* loadObject(page.document) : documentOf())
  const { nodes } = stored as unknown as Document
  const at = Math.floor(how / 3) % (nodes.length + 1)
  const target = nodes[at]
  const changed = [...nodes]
  if (how % 3 === 0 || !target) changed.splice(at, 0, paragraph(text, text))
  else if (how % 3 === 1) changed[at] = paragraph(target.key!, text)
  else changed.splice(at, 1)
  yield* updatePage(tree, id, { document: putDocument(tree, documentOf(...changed)) })
}
