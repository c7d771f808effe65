// Records on each page, file and reusable content which repository file it is in.
import type { Hash } from '../engine/objects.ts'
import type { Written } from '../engine/ordered-map/write.ts'
import type { Reading } from '../engine/reading.ts'
import { listRecords, putRecord } from '../engine/tree/collections.ts'
import { openTree, saveTree } from '../engine/tree/draft.ts'
import { writePage } from '../engine/tree/edit-pages.ts'
import { listPages } from '../engine/tree/pages.ts'
import type { GitBlob } from '../engine/tree/records.ts'
import type { FilePaths } from './addresses.ts'

/** `oidAt` returns the blob id of the file at a path; undefined if there is none. */
export function* markOrigins(
  root: Hash,
  places: FilePaths,
  oidAt: (path: string) => string | undefined,
): Reading<Written> {
  const tree = openTree(root)
  const isNew = (git: GitBlob | undefined, now: GitBlob | undefined) => git?.path !== now?.path || git?.oid !== now?.oid
  const originAt = (path: string | undefined): GitBlob | undefined => {
    const oid = path === undefined ? undefined : oidAt(path)
    return oid === undefined ? undefined : { oid, path: path! }
  }
  for (const page of yield* listPages(tree)) {
    const git = originAt(places.pages.get(page.id))
    if (isNew(page.git, git)) writePage(tree, page, withOrigin(page, git))
  }
  for (const collection of ['file', 'reusableContent'] as const) {
    for (const { id, record } of yield* listRecords(tree, collection)) {
      const git = originAt((collection === 'file' ? places.files : places.includes).get(id))
      if (isNew(record.git, git)) putRecord(tree, collection, id, withOrigin(record, git) as never)
    }
  }
  return yield* saveTree(tree)
}

function withOrigin<T extends { git?: GitBlob }>(record: T, git: GitBlob | undefined): T {
  const { git: _git, ...rest } = record
  return (git ? { ...rest, git } : rest) as T
}
