// Files that come with a batch of changes: their bytes are stored before the changes are made. Bytes that no tree refers
// to in the end do no harm: they are stored by what they are, and the next who brings them uses them.
import type { Static } from 'typebox'
import type { InsertFiles } from '../../engine/changes/change.ts'
import type { Issue } from '../../errors.ts'
import type { FileStore } from '../../files/store.ts'
import { fromBase64, storeFile } from '../../files/store-file.ts'
import type { NewFile } from './change-schemas.ts'

const FILES_AT_ONCE = 20

type Given = readonly (string | Static<typeof NewFile>)[]

export function issuesInFiles(files: Given): Issue[] {
  if (files.length > FILES_AT_ONCE) return [{ path: 'files', message: `must not be more than ${FILES_AT_ONCE}` }]
  return files.flatMap((file, index): Issue[] => {
    if (typeof file === 'string') return [{ path: `files.${index}`, message: 'must be an object with base64' }]
    return fromBase64(file.base64) ? [] : [{ path: `files.${index}.base64`, message: 'must be Base64' }]
  })
}

export const issuesInNames = (files: Given): Issue[] =>
  files.flatMap((file, index) =>
    typeof file === 'string' ? [] : [{ path: `files.${index}`, message: 'must be the id of a file' }],
  )

/** Stores the files of a change that has no issues. */
export async function storeFiles(store: FileStore, files: Given): Promise<InsertFiles['files']> {
  const stored: InsertFiles['files'] = []
  for (const file of files as readonly Static<typeof NewFile>[]) {
    const bytes = fromBase64(file.base64)!
    const record = await storeFile(store, { bytes: [bytes], name: file.name })
    stored.push(file.ref === undefined ? record : { ...record, ref: file.ref })
  }
  return stored
}
