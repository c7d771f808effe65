// The file services: the store of file bytes, and the signer of links to them.
import { join } from 'node:path'
import { diskBackend } from './disk.ts'
import { type S3Options, s3Backend } from './s3.ts'
import { createSigner, type Signer } from './signing.ts'
import { createStore, type FileMarks, type FileStore } from './store.ts'

export interface Files {
  store: FileStore
  signer: Signer
}

export interface FilesOptions {
  data: string
  secret: string
  /** If absent, files are stored on disk. */
  s3?: S3Options | undefined
}

export function openFiles({ data, secret, s3 }: FilesOptions, marks?: FileMarks): Files {
  const folder = join(data, 'files')
  const backend = s3 ? s3Backend(s3) : diskBackend(folder)
  // Next to the folder of files, not in it: a backup must not contain incomplete files.
  return { store: createStore(backend, `${folder}.incoming`, marks), signer: createSigner(secret) }
}
