// In-memory repositories for tests.
import { replaceContent, type TargetContent } from '../../engine/changes/replace-content.ts'
import { encodeWith } from '../../engine/keys/keep-keys.ts'
import type { Hash } from '../../engine/objects.ts'
import { encode } from '../../engine/objects.ts'
import type { Store } from '../../engine/testing/store.ts'
import { listRecords, loadVariables } from '../../engine/tree/collections.ts'
import { EMPTY_TREE, openTree } from '../../engine/tree/draft.ts'
import { loadPageTree, type PageNode } from '../../engine/tree/pages.ts'
import { parseMarkdown } from '../../markdown/index.ts'
import type { FileReading, RepositoryContent } from '../model.ts'
import { nameOf } from '../paths.ts'
import { NO_PREVIOUS_IMPORT, readPreviousImport } from '../previous-import.ts'
import { readRepository } from '../read.ts'
import { type PreviousImport, readRepositoryConfig, readSummaryFile, tagsPath, variablesPath } from '../source.ts'
import { readSummary } from '../summary.ts'
import { toTargetContent } from '../target-content.ts'
import { writeRepository } from '../write.ts'

/** Texts by path; binary files are texts here too. */
export type TextFiles = Record<string, string>

export const oidOf = (text: string): string => encode(text).hash

export function answer<T>(asking: FileReading<T>, texts: TextFiles): T {
  let step = asking.next()
  while (!step.done) {
    const asked = step.value
    if ('summary' in asked) step = asking.next(readSummary(asked.summary))
    else if ('options' in asked) step = asking.next(parseMarkdown(asked.text, asked.options))
    else step = asking.next(new Map(asked.map((path) => [path, texts[path]!])))
  }
  return step.value
}

let made = 0
export const newId = () => `id${++made}`

const GIVEN = { now: '2026-01-01T00:00:00.000Z', encodeDocument: encodeWith(newId) }

export const namesOf = (texts: TextFiles) => new Map(Object.entries(texts).map(([path, text]) => [path, oidOf(text)]))

export function readFiles(
  texts: TextFiles,
  known: PreviousImport = NO_PREVIOUS_IMPORT,
  more: { treeUrl?: string } = {},
): RepositoryContent {
  return answer(readRepository({ directory: '', files: namesOf(texts), known, fences: [], newId, ...more }), texts)
}

export interface Imported {
  root: Hash
  addresses: string
}

/** Imports files on top of a previous import. */
export function importFiles(store: Store, texts: TextFiles, before?: Imported): Imported {
  const known = before ? store.run(readPreviousImport(before.root, before.addresses)) : NO_PREVIOUS_IMPORT
  const content = readFiles(texts, known)
  const wanted = toTargetContent(content, ({ origin }) => ({
    name: nameOf(origin.path),
    contentType: 'text/plain',
    size: texts[origin.path]!.length,
    blob: texts[origin.path]!,
  }))
  return { root: fill(store, wanted, before?.root), addresses: content.addresses }
}

export const fill = (store: Store, wanted: TargetContent, root: Hash = EMPTY_TREE.hash): Hash =>
  store.keep(store.run(replaceContent(root, wanted, GIVEN)))

/** Exports `after` to the repository and returns its files. */
export function exportFiles(store: Store, texts: TextFiles, before: Hash | undefined, after: Hash): TextFiles {
  const config = answer(readRepositoryConfig({ directory: '', files: namesOf(texts) }), texts)
  const base = {
    config,
    files: namesOf(texts),
    summary: answer(readSummaryFile({ files: namesOf(texts) }, config), texts),
    tags: texts[tagsPath(config)],
    variables: texts[variablesPath(config)],
    fences: [],
  }
  const changes = store.run(writeRepository(before, after, base))
  const files = { ...texts }
  for (const path of changes.removed) delete files[path]
  for (const [path, file] of changes.files) files[path] = file.blob!
  for (const [path, text] of changes.texts) files[path] = typeof text === 'string' ? text : store.run(text())
  return files
}

/** The content of a tree without ids, keys, positions and times. */
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
    tags: store.run(listRecords(tree, 'tag')).map(({ record }) => record),
    variables: store.run(loadVariables(tree)),
  }
}
