// The paths begin with `org`, not `orgs`, as in the public contract.
import { routes } from '../../server/operation.ts'
import { ImportRun, ImportRunsQuery, ListedImportRun, NewImportRun } from '../../shapes/import-runs.ts'

export const importRunRoutes = routes('Import runs', {
  listImportRuns: {
    get: '/org/:organizationId/imports',
    can: 'organization.view',
    query: ImportRunsQuery,
    list: ListedImportRun,
    summary: 'List the import runs into spaces you can see, newest first',
  },
  startImportRun: {
    post: '/org/:organizationId/imports',
    can: 'organization.view',
    body: NewImportRun,
    reply: ImportRun,
    status: 201,
    event: 'import-run.started',
    summary: 'Start an import run; it runs in the background and commits one revision',
  },
  getImportRun: {
    get: '/org/:organizationId/imports/:importRunId',
    can: 'organization.view',
    reply: ImportRun,
    summary: 'Get an import run with its progress and outcome',
  },
  cancelImportRun: {
    post: '/org/:organizationId/imports/:importRunId/cancel',
    can: 'organization.view',
    reply: ImportRun,
    event: 'import-run.cancelled',
    summary: 'Cancel an import run that has not committed its revision yet',
  },
})
