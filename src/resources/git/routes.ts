import { routes } from '../../server/operation.ts'
import { ExportToGitRepository, GitSyncState, ImportGitRepository } from '../../shapes/git.ts'

export const gitRoutes = routes('Git', {
  importGitRepository: {
    post: '/spaces/:spaceId/git/import',
    can: 'space.triggerGitSync',
    body: ImportGitRepository,
    status: 204,
    event: 'space.git.requested',
    summary: 'Start the import of a Git repository; getSpaceGitInfo has its status',
  },
  exportToGitRepository: {
    post: '/spaces/:spaceId/git/export',
    can: 'space.triggerGitSync',
    body: ExportToGitRepository,
    status: 204,
    event: 'space.git.requested',
    summary: 'Start the export of a space to a Git repository; getSpaceGitInfo has its status',
  },
  getSpaceGitInfo: {
    get: '/spaces/:spaceId/git/info',
    can: 'space.view',
    reply: GitSyncState,
    summary: 'Get the Git repository of a space, the status of its last import or export, and how its exports went',
  },
})
