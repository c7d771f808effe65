// Files that come with a batch of changes: as Base64, from a URL, or uploaded before. Their bytes are stored before the
// transaction of the batch opens. Bytes that no tree refers to in the end do no harm: they are stored by what they are,
// and the next who brings them uses them.
import type { Static } from 'typebox'
import type { InsertFiles } from '../../engine/changes/change.ts'
import type { File } from '../../engine/tree/records.ts'
import { ApiError, type Issue } from '../../errors.ts'
import { FetchFailure } from '../../fetch/failures.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Files } from '../../files/files.ts'
import { fromBase64, storeFile, toFileName } from '../../files/store-file.ts'
import { findUpload, toNewFile } from '../../files/uploads.ts'
import { MINUTE } from '../../lib/time.ts'
import type { ContentChange, NewFile } from './change-schemas.ts'

const FILES_AT_ONCE = 20
const LARGEST = 100 * 1024 * 1024

type Given = Static<typeof NewFile>

/** The files of the changes that insert some, by the place of the change. */
export type StoredFiles = ReadonlyMap<number, InsertFiles['files']>

interface Means {
  files: Files
  fetcher: Fetcher
  space: { organization_id: string }
}

export async function storeFiles(means: Means, changes: readonly ContentChange[]): Promise<StoredFiles> {
  const inserting = [...changes.entries()].filter(([, { operation }]) => operation === 'insert_files')
  const issues = inserting.flatMap(([index, { files = [] }]) => issuesInFiles(files, `changes.${index}.files`))
  if (issues.length > 0) throw new ApiError('invalid', issues)
  const signal = AbortSignal.timeout(MINUTE)
  const stored = new Map<number, InsertFiles['files']>()
  for (const [index, { files = [] }] of inserting) {
    const records: InsertFiles['files'] = []
    for (const [place, file] of (files as Given[]).entries())
      records.push(named(file, await store(means, file, `changes.${index}.files.${place}`, signal)))
    stored.set(index, records)
  }
  return stored
}

const named = ({ ref }: Given, record: File) => (ref === undefined ? record : { ...record, ref })

function issuesInFiles(files: readonly (string | Given)[], path: string): Issue[] {
  if (files.length > FILES_AT_ONCE) return [{ path, message: `must not be more than ${FILES_AT_ONCE}` }]
  return files.flatMap((file, index): Issue[] => {
    const message = 'must be an object with one of base64, url and key'
    if (typeof file === 'string') return [{ path: `${path}.${index}`, message }]
    const ways = [file.base64, file.url, file.key].filter((way) => way !== undefined)
    if (ways.length !== 1) return [{ path: `${path}.${index}`, message }]
    const isWrong = file.base64 !== undefined && !fromBase64(file.base64)
    return isWrong ? [{ path: `${path}.${index}.base64`, message: 'must be Base64' }] : []
  })
}

export const issuesInNames = (files: readonly (string | Given)[]): Issue[] =>
  files.flatMap((file, index) =>
    typeof file === 'string' ? [] : [{ path: `files.${index}`, message: 'must be the id of a file' }],
  )

async function store(means: Means, { base64, url, key, name }: Given, path: string, signal: AbortSignal) {
  if (base64 !== undefined) return storeFile(means.files.store, { bytes: [fromBase64(base64)!], name })
  if (url !== undefined) return fetchFile(means, { url, name, path, signal })
  const organization = means.space.organization_id
  const uploaded = await findUpload(means.files.store, { organization, key: key! })
  if (!uploaded) throw new ApiError('invalid', [{ path: `${path}.key`, message: 'names no upload: upload it first' }])
  return { ...toNewFile(uploaded), name: toFileName(name ?? '') || uploaded.name }
}

interface Wanted {
  url: string
  name: string | undefined
  path: string
  signal: AbortSignal
}

async function fetchFile({ fetcher, files }: Means, { url, name, path, signal }: Wanted): Promise<File> {
  try {
    const fetched = await fetcher(url, { limit: LARGEST, within: MINUTE, signal })
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
