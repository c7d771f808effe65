// Repositories for tests: files in memory, content read from them and written to them.
import { replaceContent, type WantedContent } from '../../engine/changes/replace-content.ts'
import type { Hash } from '../../engine/objects.ts'
import { encode } from '../../engine/objects.ts'
import type { Store } from '../../engine/testing/store.ts'
import { listRecords, loadVariables } from '../../engine/tree/collections.ts'
import { EMPTY_TREE, openTree } from '../../engine/tree/draft.ts'
import { loadPageTree, type PageNode } from '../../engine/tree/pages.ts'
import { NOTHING_KNOWN, readKnown } from '../known.ts'
import type { Asking, RepositoryContent } from '../model.ts'
import { nameOf } from '../paths.ts'
import { readRepository } from '../read.ts'
import { type Known, readRepositoryConfig, variablesPath } from '../source.ts'
import { toWanted } from '../wanted.ts'
import { writeRepository } from '../write.ts'

/** Texts by path. Whatever is no text here is one too. */
export type TextFiles = Record<string, string>

export const oidOf = (text: string): string => encode(text).hash

export function answer<T>(asking: Asking<T>, texts: TextFiles): T {
  let step = asking.next()
  while (!step.done) step = asking.next(new Map(step.value.map((path) => [path, texts[path]!])))
  return step.value
}

let made = 0
export const newId = () => `id${++made}`

const GIVEN = { now: '2026-01-01T00:00:00.000Z', newKey: newId }

export const namesOf = (texts: TextFiles) => new Map(Object.entries(texts).map(([path, text]) => [path, oidOf(text)]))

export function readFiles(
  texts: TextFiles,
  known: Known = NOTHING_KNOWN,
  more: { treeUrl?: string } = {},
): RepositoryContent {
  return answer(readRepository({ directory: '', files: namesOf(texts), known, newId, ...more }), texts)
}

export interface Imported {
  root: Hash
  addresses: string
}

/** Content for a repository, on top of what was imported before. */
export function importFiles(store: Store, texts: TextFiles, before?: Imported): Imported {
  const known = before ? store.run(readKnown(before.root, before.addresses)) : NOTHING_KNOWN
  const content = readFiles(texts, known)
  const wanted = toWanted(content, ({ origin }) => ({
    name: nameOf(origin.path),
    contentType: 'text/plain',
    size: texts[origin.path]!.length,
    blob: texts[origin.path]!,
  }))
  return { root: fill(store, wanted, before?.root), addresses: content.addresses }
}

export const fill = (store: Store, wanted: WantedContent, root: Hash = EMPTY_TREE.hash): Hash =>
  store.keep(store.run(replaceContent(root, wanted, GIVEN)))

/** The repository after writing `after` to it. */
export function exportFiles(store: Store, texts: TextFiles, before: Hash | undefined, after: Hash): TextFiles {
  const config = answer(readRepositoryConfig({ directory: '', files: namesOf(texts) }), texts)
  const base = {
    config,
    files: namesOf(texts),
    summary: texts[config.summary],
    variables: texts[variablesPath(config)],
  }
  const changes = store.run(writeRepository(before, after, base))
  const files = { ...texts }
  for (const path of changes.removed) delete files[path]
  for (const [path, file] of changes.files) files[path] = file.blob!
  for (const [path, text] of changes.texts) files[path] = text
  return files
}

/** What a tree says, without ids, keys, places and times. */
export function contentOf(store: Store, root: Hash) {
  const tree = openTree(root)
  const names = new Map<string, string>()
  const nodes = store.run(loadPageTree(tree))
  const files = store.run(listRecords(tree, 'file')).map(({ record }) => record)
  const includes = store.run(listRecords(tree, 'reusableContent')).map(({ record }) => record)
  const name = (node: PageNode, index: number, above: string) => {
    names.set(node.page.id, `${above}/${index}`)
    for (const [at, child] of node.pages.entries()) name(child, at, `${above}/${index}`)
  }
  for (const [at, node] of nodes.entries()) name(node, at, 'page')
  for (const { id, name: file } of files) names.set(id, `file ${file}`)
  for (const { id, title } of includes) names.set(id, `include ${title}`)
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, each) => {
      if (key === 'key') return undefined
      return typeof each === 'string' ? (names.get(each) ?? each) : each
    })
  const documentOf = (hash?: Hash) => (hash === undefined ? undefined : store.objects.get(hash))
  const show = ({ page, pages }: PageNode): unknown => {
    const {
      id: _id,
      position: _position,
      parent: _parent,
      git: _git,
      createdAt: _created,
      updatedAt: _updated,
      ...rest
    } = page
    return plain({ ...rest, document: documentOf(page.document), pages: pages.map(show) })
  }
  return {
    pages: nodes.map(show),
    files: files.map(({ name: file, blob }) => ({ file, blob })).sort((a, b) => (a.file < b.file ? -1 : 1)),
    includes: includes
      .map(({ title, document, frontMatter }) => plain({ title, frontMatter, document: documentOf(document) }))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    variables: store.run(loadVariables(tree)),
  }
}
