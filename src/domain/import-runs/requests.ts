// Translates the source of a run into import requests.
import { invalid } from '../../errors.ts'
import type { FileStore } from '../../files/store.ts'
import { findUpload } from '../../files/uploads.ts'
import type { SourceName } from '../../imports/index.ts'
import { withoutCredentials } from '../../lib/stored-urls.ts'
import type { Source, SourceInput } from '../../shapes/import-runs.ts'
import type { ImportContent } from '../../shapes/imports.ts'

/** Stored sealed until the run ends. */
export interface RunRequest {
  /** The organization at the time of the request; the space may since have moved to another. */
  organization: string
  imports: ImportContent[]
  /** The names of uploads. */
  names?: string[]
}

const FORMATS: [RegExp, SourceName][] = [
  [/\.(md|markdown|txt)$/i, 'markdown'],
  [/\.(html?|xhtml)$/i, 'html'],
  [/\.docx$/i, 'docx'],
  [/\.zip$/i, 'zip'],
]

export async function toRunRequest(store: FileStore, organization: string, source: SourceInput): Promise<RunRequest> {
  if (source.type === 'website')
    return { organization, imports: [{ source: source.format ?? 'website', url: source.url }] }
  const imports: ImportContent[] = []
  const names: string[] = []
  for (const [at, key] of source.files.entries()) {
    const upload = await findUpload(store, { organization, key })
    if (!upload)
      throw invalid({ path: `source.files.${at}`, message: 'does not name an upload: upload the file first' })
    const format = source.format ?? FORMATS.find(([name]) => name.test(upload.name))?.[1]
    if (!format)
      throw invalid({
        path: `source.files.${at}`,
        message: 'must be markdown, HTML, .docx or .zip unless there is a format',
      })
    imports.push({ source: format, key })
    names.push(upload.name)
  }
  return { organization, imports, names }
}

/** The source as presented: without credentials, and with the names of files. */
export const presentedSource = (source: SourceInput, { names = [] }: RunRequest): Source =>
  source.type === 'website' ? { ...source, url: withoutCredentials(source.url) } : { ...source, names }

/** The source of a synchronous import, as runs present it. */
export const sourceOf = ({ source, url, key }: ImportContent): Source =>
  url === undefined
    ? { type: 'file', files: [key!], format: source }
    : { type: 'website', url: withoutCredentials(url), format: source }
