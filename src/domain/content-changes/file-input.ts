// Stores files that a batch inserts: Base64, a URL, or an earlier upload. Bytes are stored before the transaction
// opens. Unreferenced bytes are harmless, because the store is content-addressed.
import type { Static } from 'typebox'
import type { InsertFiles } from '../../engine/changes/change.ts'
import type { File } from '../../engine/tree/records.ts'
import { ApiError, type Issue } from '../../errors.ts'
import { FetchFailure } from '../../fetch/failures.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Files } from '../../files/files.ts'
import { fromBase64, storeFile, toFileName } from '../../files/new-file.ts'
import { findUpload, toNewFile } from '../../files/uploads.ts'
import { MINUTE } from '../../lib/time.ts'
import type { ContentChange, NewFile } from '../../shapes/content-changes.ts'

const MAX_FILES = 20
const MAX_FILE_BYTES = 100 * 1024 * 1024

type FileInput = Static<typeof NewFile>

/** Inserted files by index of the change. */
export type StoredFiles = ReadonlyMap<number, InsertFiles['files']>

export const NO_FILES: StoredFiles = new Map()

interface FileContext {
  files: Files
  fetcher: Fetcher
  space: { organization_id: string }
}

const isInserting = ({ operation }: ContentChange): boolean => operation === 'insert_files'

export const insertsFiles = (changes: readonly ContentChange[]): boolean => changes.some(isInserting)

export async function storeFiles(context: FileContext, changes: readonly ContentChange[]): Promise<StoredFiles> {
  const inserting = [...changes.entries()].filter(([, change]) => isInserting(change))
  const issues = inserting.flatMap(([index, { files = [] }]) => issuesInFiles(files, `changes.${index}.files`))
  if (issues.length > 0) throw new ApiError('invalid', issues)
  const signal = AbortSignal.timeout(MINUTE)
  const stored = new Map<number, InsertFiles['files']>()
  for (const [index, { files = [] }] of inserting) {
    const records: InsertFiles['files'] = []
    for (const [place, file] of (files as FileInput[]).entries())
      records.push(withRef(file, await store(context, file, `changes.${index}.files.${place}`, signal)))
    stored.set(index, records)
  }
  return stored
}

const withRef = ({ ref }: FileInput, record: File) => (ref === undefined ? record : { ...record, ref })

function issuesInFiles(files: readonly (string | FileInput)[], path: string): Issue[] {
  if (files.length > MAX_FILES) return [{ path, message: `must not be more than ${MAX_FILES}` }]
  return files.flatMap((file, index): Issue[] => {
    const message = 'must be an object with one of base64, url and key'
    if (typeof file === 'string') return [{ path: `${path}.${index}`, message }]
    const ways = [file.base64, file.url, file.key].filter((way) => way !== undefined)
    if (ways.length !== 1) return [{ path: `${path}.${index}`, message }]
    const isWrong = file.base64 !== undefined && !fromBase64(file.base64)
    return isWrong ? [{ path: `${path}.${index}.base64`, message: 'must be Base64' }] : []
  })
}

export const issuesInFileIds = (files: readonly (string | FileInput)[]): Issue[] =>
  files.flatMap((file, index) =>
    typeof file === 'string' ? [] : [{ path: `files.${index}`, message: 'must be the id of a file' }],
  )

async function store(context: FileContext, { base64, url, key, name }: FileInput, path: string, signal: AbortSignal) {
  if (base64 !== undefined) return storeFile(context.files.store, { bytes: [fromBase64(base64)!], name })
  if (url !== undefined) return fetchFile(context, { url, name, path, signal })
  const organization = context.space.organization_id
  const uploaded = await findUpload(context.files.store, { organization, key: key! })
  if (!uploaded)
    throw new ApiError('invalid', [{ path: `${path}.key`, message: 'does not name an upload: upload the file first' }])
  return { ...toNewFile(uploaded), name: toFileName(name ?? '') || uploaded.name }
}

interface RemoteFile {
  url: string
  name: string | undefined
  path: string
  signal: AbortSignal
}

async function fetchFile({ fetcher, files }: FileContext, { url, name, path, signal }: RemoteFile): Promise<File> {
  try {
    const fetched = await fetcher(url, { limit: MAX_FILE_BYTES, timeout: MINUTE, signal })
    return await storeFile(files.store, { bytes: fetched.body, name: name ?? nameIn(fetched.url) })
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    throw new ApiError('invalid', [{ path: `${path}.url`, message: error.message }])
  }
}

function nameIn({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
