// Imports, from files and from Git repositories.

import { insertRun } from '../../../src/domain/import-runs/import-runs.ts'
import { storeBytes } from '../../../src/files/new-file.ts'
import { recordUpload } from '../../../src/files/uploads.ts'
import { at } from '../operations.ts'
import { type Needs, NOWHERE, type Part, type World } from './part.ts'

// A key is as long as an id, and each world has its own.
const uploadPage = async ({ server, ids }: World) => {
  const stored = await storeBytes(server.files.store, { bytes: [Buffer.from('# A page')], name: 'a-page.md' })
  const organization = ids.organizationId!
  return recordUpload(server.files.store, organization, { ...stored, organization, kind: 'import_file' })
}
const importing: Needs = { before: uploadPage, body: ({ ids }) => ({ source: 'markdown', key: ids.organizationId }) }
const REPOSITORY = { url: `${NOWHERE}handbook.git`, ref: 'refs/heads/main' }

const importInto = (target: object) => ({ source: { type: 'website', url: NOWHERE }, target })

export const imports: Part = {
  makers: {
    // No job runs it.
    importRunId: async ({ server, ids, admin }) => {
      const source = { type: 'website' as const, url: NOWHERE }
      return server.database.write(
        async (db) => (await insertRun(db, { spaceId: ids.spaceId!, source, createdBy: admin.id })).id,
      )
    },
  },
  needs: {
    importGitRepository: { body: () => REPOSITORY },
    exportToGitRepository: { body: () => ({ ...REPOSITORY, commitMessage: 'An export' }) },
    getSpaceGitInfo: {
      before: ({ admin, ids }) => admin.http.post(at('/v1/spaces/:spaceId/git/import', ids), REPOSITORY),
    },
    startImportRun: {
      body: ({ ids }) => importInto({ space: ids.spaceId }),
    },
    importContent: importing,
    importContentInPageById: importing,
    importContentInChangeRequest: importing,
    importContentInChangeRequestPageById: importing,
  },
  pointing: [{ id: 'startImportRun', body: (ids) => importInto({ space: ids.spaceId }) }],
  final: ['cancelImportRun'],
}
