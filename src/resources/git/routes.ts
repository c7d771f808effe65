import { routes } from '../../server/operation.ts'
import { ExportToGitRepository, GitSyncState, ImportGitRepository } from './schemas.ts'

export const gitRoutes = routes('Git', {
  importGitRepository: {
    post: '/spaces/:spaceId/git/import',
    can: 'space.triggerGitSync',
    body: ImportGitRepository,
    status: 204,
    event: 'space.git.requested',
    summary: 'Start to import a Git repository; getSpaceGitInfo tells how it went',
  },
  exportToGitRepository: {
    post: '/spaces/:spaceId/git/export',
    can: 'space.triggerGitSync',
    body: ExportToGitRepository,
    status: 204,
    event: 'space.git.requested',
    summary: 'Start to export a space to a Git repository; getSpaceGitInfo tells how it went',
  },
  getSpaceGitInfo: {
    get: '/spaces/:spaceId/git/info',
    can: 'space.view',
    reply: GitSyncState,
    summary: 'Get the Git repository of a space, and how its last import or export went',
  },
})
