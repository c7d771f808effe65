// What the rest of the house gets of files: their bytes, and the key that signs links to them.
import { join } from 'node:path'
import { diskShelf } from './disk.ts'
import { type S3Options, s3Shelf } from './s3.ts'
import { createSigner, type Signer } from './signing.ts'
import { createStore, type FileStore } from './store.ts'

export interface Files {
  store: FileStore
  signer: Signer
}

export interface FilesOptions {
  data: string
  secret: string
  /** Absent: files are kept on disk. */
  s3?: S3Options | undefined
}

export function openFiles({ data, secret, s3 }: FilesOptions): Files {
  const folder = join(data, 'files')
  const shelf = s3 ? s3Shelf(s3) : diskShelf(folder)
  // Beside the folder of files, not in it: half a file is no part of a backup.
  return { store: createStore(shelf, `${folder}.incoming`), signer: createSigner(secret) }
}
