// Importing: everything is fetched, read and stored first; then one transaction writes it as one revision.
import type { Caller } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import type { Change, InsertPage } from '../../engine/changes/change.ts'
import { mapReferences } from '../../engine/links.ts'
import { listRecords } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { ApiError, invalid, problem } from '../../errors.ts'
import { FetchFailure } from '../../fetch/failures.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Files } from '../../files/files.ts'
import { findUpload } from '../../files/uploads.ts'
import {
  ARCHIVE,
  type Asked,
  BOUNDS,
  type Imported,
  type ImportedPage,
  ImportFailure,
  importFrom,
  takesUpload,
} from '../../imports/index.ts'
import type { Notes } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { refuseClosed } from '../change-requests/queries.ts'
import type { ImportContent } from './import-schemas.ts'
import { headOf, type Line } from './lines.ts'
import { loadRevision, readContent } from './revisions.ts'
import { writeChanges } from './writing.ts'

interface Means {
  db: Db
  files: Files
  fetcher: Fetcher
}

/** What an operation that imports gets, whatever it imports into. */
export interface ImportContext extends Means, Line {
  caller: Caller
  body: ImportContent
  params: { spaceId: string; pageId?: string }
  urls: Urls
  note(about: Notes): void
}

/** Fetches and reads what is to be imported. What is not there to import into is told before anything is fetched. */
export async function gatherImport(means: Means, line: Line, body: ImportContent, pageId?: string): Promise<Imported> {
  if (line.changeRequest) refuseClosed(line.changeRequest)
  await findPlace(means.db, line, pageId)
  const asked = await toAsked(means, line, body)
  try {
    return await importFrom(body.source, asked, { fetcher: means.fetcher, store: means.files.store })
  } catch (error) {
    throw toApiError(error)
  }
}

async function toAsked({ files }: Means, { space }: Line, { url, key, source }: ImportContent): Promise<Asked> {
  if ((url === undefined) === (key === undefined)) throw invalid({ path: 'url', message: 'is required, or a key' })
  if (url !== undefined) return { url: new URL(url) }
  if (!takesUpload(source)) throw invalid({ path: 'key', message: `is for files: a ${source} has a url` })
  const uploaded = await findUpload(files.store, { organization: space.organization_id, key: key! })
  const stored = uploaded?.blob === undefined ? undefined : await files.store.find(uploaded.blob)
  if (!uploaded || !stored) throw invalid({ path: 'key', message: 'names no upload: upload the file first' })
  return {
    url: new URL(`https://${ARCHIVE}/${encodeURIComponent(uploaded.name)}`),
    async bytes(limit) {
      if (stored.size > limit) throw new ImportFailure('The file is larger than what is accepted: import it in parts.')
      return Buffer.concat(await (await stored.read()).toArray())
    },
  }
}

// An address that makes no sense is a bad request; what is behind a good one may still be of no use.
function toApiError(error: unknown): unknown {
  if (error instanceof ImportFailure) return new ApiError('cannotImport', [{ path: 'url', message: error.message }])
  if (!(error instanceof FetchFailure)) return error
  const name = error.kind === 'invalidUrl' || error.kind === 'refusedAddress' ? 'invalid' : 'cannotImport'
  return new ApiError(name, [{ path: 'url', message: error.message }])
}

/** The page to import into; undefined for the top. */
async function findPlace(db: Db, line: Line, pageId: string | undefined): Promise<Page | undefined> {
  if (pageId === undefined) return undefined
  const { root } = await loadRevision(db, headOf(line))
  const page = await readContent(db, findPage(openTree(root), pageId))
  if (!page) throw problem('notFound')
  if (page.type === 'document' || page.type === 'group') return page
  throw invalid({ path: 'pageId', message: 'must be a document or a group: nothing fits into a link' })
}

interface Writing {
  db: Db
  caller: Caller
}

/** Writes what was gathered. One page alone becomes the content of the page it goes into; several go below it. */
export async function writeImport(means: Writing, line: Line, imported: Imported, pageId?: string): Promise<string> {
  if (line.changeRequest) refuseClosed(line.changeRequest)
  const place = await findPlace(means.db, line, pageId)
  const { files, pages } = await withKnownFiles(means.db, line, imported)
  const [only, ...others] = pages
  const isContent = place?.type === 'document' && others.length === 0 && only?.pages.length === 0
  const changes: Change[] = [
    ...(files.length > 0 ? [{ operation: 'insert_files' as const, files }] : []),
    ...(isContent ? [intoPage(place, only!)] : pages.flatMap((page) => insertions(page, place?.id))),
  ]
  return (await writeChanges(means, line, changes)).revision
}

function intoPage(place: Page, { document, description }: ImportedPage): Change {
  const isNew = place.description === undefined && description !== undefined
  return { operation: 'update_page', page: place.id, document: document ?? null, ...(isNew && { description }) }
}

function insertions({ id, title, description, document, pages }: ImportedPage, into: string | undefined): Change[] {
  const page: InsertPage = {
    operation: 'insert_page',
    id,
    title,
    // Groups stand at the top; further down, a heading over pages is a page without content.
    type: document || into !== undefined ? 'document' : 'group',
    ...(description && { description }),
    ...(into !== undefined && { into }),
    ...(document && document.nodes.length > 0 && { document }),
  }
  return [page, ...pages.flatMap((each) => insertions(each, id))]
}

/** Files that the content has already are not stored in it again. */
async function withKnownFiles(
  db: Db,
  line: Line,
  { files, pages }: Imported,
): Promise<Pick<Imported, 'files' | 'pages'>> {
  if (files.length === 0) return { files, pages }
  const { root } = await loadRevision(db, headOf(line))
  const known = new Map(
    (await readContent(db, listRecords(openTree(root), 'file'))).map(({ id, record }) => [record.blob, id]),
  )
  const ids = new Map(files.flatMap(({ id, blob }) => (known.has(blob) ? [[id, known.get(blob)!]] : [])))
  if (ids.size === 0) return { files, pages }
  const replace = (page: ImportedPage): ImportedPage => ({
    ...page,
    document:
      page.document &&
      mapReferences(page.document, (ref) =>
        ref.kind === 'file' ? { ...ref, file: ids.get(ref.file) ?? ref.file } : ref,
      ),
    pages: page.pages.map(replace),
  })
  return { files: files.filter(({ id }) => !ids.has(id)), pages: pages.map(replace) }
}

/** As replies show what was imported. */
export const toResult = (revision: string, { failures, total }: Imported) => ({
  revision,
  importedResources: total - failures.length,
  totalResources: total,
  failures: failures.slice(0, BOUNDS.failuresShown),
})
