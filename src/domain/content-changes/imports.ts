// Imports content: fetches, parses and stores everything first, then writes one revision in one transaction.
import type { Caller } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import type { Change, InsertPage } from '../../engine/changes/change.ts'
import { mapReferences } from '../../engine/links.ts'
import type { Hash } from '../../engine/objects.ts'
import { PAUSE, type Reading } from '../../engine/reading.ts'
import { listRecords } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { ApiError, invalid, problem } from '../../errors.ts'
import { FetchFailure } from '../../fetch/failures.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Files } from '../../files/files.ts'
import { findUpload } from '../../files/uploads.ts'
import {
  ARCHIVE,
  BOUNDS,
  type Imported,
  type ImportedPage,
  ImportFailure,
  type ImportRequest,
  importFrom,
  type Progress,
  takesUpload,
} from '../../imports/index.ts'
import { folderOf } from '../../repository/paths.ts'
import type { WriteOutcome } from '../../server/operation.ts'
import type { PostResponseWork } from '../../server/post-response.ts'
import type { Urls } from '../../server/urls.ts'
import type { ImportContent } from '../../shapes/imports.ts'
import { refuseClosed } from '../change-requests/index.ts'
import { resolveLinks, toHeading } from '../documents/index.ts'
import { listFences } from '../integrations/index.ts'
import { loadRevision, type ReadContent, readContent } from '../revisions/index.ts'
import { writeChanges } from './batch.ts'
import { type Branch, headOf } from './branches.ts'

interface ImportTools {
  db: Db
  files: Files
  fetcher: Fetcher
  /** Cancels the import. */
  signal?: AbortSignal
  progress?: Progress
}

/** The context of every import operation. */
export interface ImportContext extends ImportTools, Branch {
  caller: Caller
  body: ImportContent
  params: { spaceId: string; pageId?: string }
  urls: Urls
  postResponse: PostResponseWork
  report(about: WriteOutcome): void
}

/** Validates the request and its target before anything is fetched. */
export async function validateImport(
  tools: ImportTools,
  branch: Branch,
  body: ImportContent,
  pageId?: string,
): Promise<ImportRequest> {
  if (branch.changeRequest) refuseClosed(branch.changeRequest)
  await findTargetPage(tools.db, branch, pageId)
  return toImportRequest(tools, branch, body)
}

/** Fetches and parses the content to import. */
export async function fetchImport(
  tools: ImportTools,
  branch: Branch,
  body: ImportContent,
  request: ImportRequest,
): Promise<Imported> {
  const { fetcher, files, signal, progress } = tools
  try {
    const fences = await listFences(tools.db, branch.space)
    return await importFrom(body.source, request, {
      fetcher,
      store: files.store,
      fences,
      progress,
      ...(signal && { signal }),
    })
  } catch (error) {
    throw toApiError(error)
  }
}

async function toImportRequest(
  { files }: ImportTools,
  { space }: Branch,
  { url, key, source }: ImportContent,
): Promise<ImportRequest> {
  if ((url === undefined) === (key === undefined))
    throw invalid({ path: 'url', message: 'is required unless there is a key' })
  if (url !== undefined) return { url: new URL(url) }
  if (!takesUpload(source)) throw invalid({ path: 'key', message: `is only for files: a ${source} needs a url` })
  const uploaded = await findUpload(files.store, { organization: space.organization_id, key: key! })
  const stored = uploaded?.blob === undefined ? undefined : await files.store.find(uploaded.blob)
  if (!uploaded || !stored) throw invalid({ path: 'key', message: 'does not name an upload: upload the file first' })
  return {
    url: new URL(`https://${ARCHIVE}/${encodeURIComponent(uploaded.name)}`),
    async bytes(limit) {
      if (stored.size > limit) throw new ImportFailure('The file is too large: import it in parts.')
      return Buffer.concat(await (await stored.read()).toArray())
    },
  }
}

// An invalid or refused URL is a bad request; unusable content behind a valid URL is `cannotImport`.
function toApiError(error: unknown): unknown {
  if (error instanceof ImportFailure) return new ApiError('cannotImport', [{ path: 'url', message: error.message }])
  if (!(error instanceof FetchFailure)) return error
  const name = error.kind === 'invalidUrl' || error.kind === 'refusedAddress' ? 'invalid' : 'cannotImport'
  return new ApiError(name, [{ path: 'url', message: error.message }])
}

/** The page to import into, or undefined for the top level. */
export async function findTargetPage(db: Db, branch: Branch, pageId: string | undefined): Promise<Page | undefined> {
  if (pageId === undefined) return undefined
  const { root } = await loadRevision(db, headOf(branch))
  const page = await readContent(db, findPage(openTree(root), pageId))
  if (!page) throw problem('notFound')
  if (page.type === 'document' || page.type === 'group') return page
  throw invalid({ path: 'pageId', message: 'must be a document or a group' })
}

interface WriteContext {
  db: Db
  caller: Caller
}

/** Writes the imported pages. A single page replaces the content of the target page; several pages go below it. */
export async function writeImport(
  tools: WriteContext,
  branch: Branch,
  imported: Imported,
  { source, pageId }: { source: ImportContent['source']; pageId: string | undefined },
): Promise<string> {
  if (branch.changeRequest) refuseClosed(branch.changeRequest)
  const isLarge = imported.total > MAX_WRITTEN
  const written = await writeChanges(tools, branch, { request: imported, isLarge }, async (db, read, root) => {
    const place = await findTargetPage(db, branch, pageId)
    const { files, pages } = await reuseStoredFiles(db, read, root, imported)
    const [only, ...others] = pages
    const isContent = place?.type === 'document' && others.length === 0 && only?.pages.length === 0
    return [
      ...(files.length > 0 ? [{ operation: 'insert_files' as const, files }] : []),
      ...(isContent
        ? [await read(db, intoPage(root, place, only!, source === 'markdown'))]
        : pages.flatMap((page) => insertions(page, place?.id))),
    ]
  })
  return written.revision
}

/** Pages and files that a transaction writes at once. */
const MAX_WRITTEN = 10

/**
 * Replaces the content of a page. In markdown, a first heading sets the title, and links are relative to the page's
 * folder.
 */
function* intoPage(root: Hash, place: Page, imported: ImportedPage, isMarkdown: boolean): Reading<Change> {
  const { document, description, heading } = imported
  const isNew = place.description === undefined && description !== undefined
  const isRenamed = isMarkdown && heading !== undefined && toHeading(heading) !== toHeading(place.title)
  const tree = openTree(root)
  const own =
    document &&
    mapReferences(document, (ref) => ('page' in ref && ref.page === imported.id ? { ...ref, page: place.id } : ref))
  const written = own && (yield* resolveLinks(tree, own, folderOf(yield* pathOf(tree, place))))
  const fields = { ...(isNew && { description }), ...(isRenamed && { title: heading }) }
  return { operation: 'update_page', page: place.id, document: written ?? null, ...fields }
}

function insertions({ id, title, description, document, pages }: ImportedPage, into: string | undefined): Change[] {
  const page: InsertPage = {
    operation: 'insert_page',
    id,
    title,
    // Groups exist only at the top level; below it, a section without content becomes an empty page.
    type: document || into !== undefined ? 'document' : 'group',
    ...(description && { description }),
    ...(into !== undefined && { into }),
    ...(document && document.nodes.length > 0 && { document }),
  }
  return [page, ...pages.flatMap((each) => insertions(each, id))]
}

/** Reuses files that the content already has. */
async function reuseStoredFiles(
  db: Db,
  read: ReadContent,
  root: Hash,
  { files, pages }: Imported,
): Promise<Pick<Imported, 'files' | 'pages'>> {
  if (files.length === 0) return { files, pages }
  const known = new Map(
    (await read(db, listRecords(openTree(root), 'file'))).map(({ id, record }) => [record.blob, id]),
  )
  const ids = new Map(files.flatMap(({ id, blob }) => (known.has(blob) ? [[id, known.get(blob)!]] : [])))
  if (ids.size === 0) return { files, pages }
  const others = files.filter(({ id }) => !ids.has(id))
  return { files: others, pages: await read(db, replaceFiles(pages, ids)) }
}

function* replaceFiles(pages: readonly ImportedPage[], ids: ReadonlyMap<string, string>): Reading<ImportedPage[]> {
  const replaced: ImportedPage[] = []
  for (const page of pages) {
    yield PAUSE
    const document =
      page.document &&
      mapReferences(page.document, (ref) =>
        ref.kind === 'file' ? { ...ref, file: ids.get(ref.file) ?? ref.file } : ref,
      )
    replaced.push({ ...page, document, pages: yield* replaceFiles(page.pages, ids) })
  }
  return replaced
}

/** The reply to an import. */
export const toImportResult = (revision: string, { failures, total }: Imported) => ({
  revision,
  importedResources: total - failures.length,
  totalResources: total,
  failures: failures.slice(0, BOUNDS.failuresShown),
})
