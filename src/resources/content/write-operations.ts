// Writes content. Files that a batch inserts are stored before the transaction; most batches insert none.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { loadChangeRequest } from '../../access/loading/objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { presentChangeRequest } from '../../domain/change-requests/index.ts'
import {
  insertsFiles,
  NO_FILES,
  type StoredFiles,
  storeFiles,
  toContentUpdate,
  writeContent,
} from '../../domain/content-changes/index.ts'
import { toFile } from '../../domain/revisions/index.ts'
import type { File } from '../../engine/tree/records.ts'
import type { Files } from '../../files/files.ts'
import type { ExternalTools, WriteOutcome } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import type { ContentChanges } from '../../shapes/content-changes.ts'

type Body = Static<typeof ContentChanges>

interface Context {
  db: Db
  caller: Caller
  space: Objects['space']
  body: Body
  files: Files
  urls: Urls
  report(about: WriteOutcome): void
}

/** An operation that takes changes, by the function that writes them once their files are stored. */
export const writing = <Handle>(write: (stored: StoredFiles) => Handle) => ({
  unprepared: ({ changes }: Body) => (insertsFiles(changes) ? undefined : write(NO_FILES)),
  prepare: async (context: Pick<Context, 'files' | 'space' | 'body'> & Pick<ExternalTools, 'fetcher'>) =>
    write(await storeFiles(context, context.body.changes)),
})

export const writeToMain =
  (stored: StoredFiles) =>
  async ({ space, body, urls, files, report, ...context }: Context) => {
    const written = await writeContent(context, { space }, body, stored)
    report({ data: { revision: written.revision }, changed: written.revision !== space.revision_id })
    const update = toContentUpdate(written, urls.api(`/spaces/${space.id}/content`), showing(files, urls))
    return { revision: written.revision, ...update }
  }

interface ProposalContext extends Context {
  changeRequest: Objects['changeRequest']
  query: { compat?: boolean }
}

export const writeToChangeRequest =
  (stored: StoredFiles) =>
  async ({ space, changeRequest, query, body, urls, files, report, ...context }: ProposalContext) => {
    const written = await writeContent(context, { space, changeRequest }, body, stored)
    report({ target: { kind: 'change-request', id: changeRequest.id }, data: { revision: written.revision } })
    const row = await loadChangeRequest(context.db, space.id, changeRequest.id)
    const shown = await presentChangeRequest(context.db, row, { space, urls })
    if (query.compat !== false && body.base === undefined) return shown
    return {
      changeRequest: shown,
      revision: written.revision,
      ...toContentUpdate(written, `${shown.urls.location}/content`, showing(files, urls)),
    }
  }

export const showing =
  ({ signer }: Files, urls: Urls) =>
  (file: File) =>
    toFile(file, signer, urls)
