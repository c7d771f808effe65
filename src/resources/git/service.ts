import { enqueue } from '../../db/jobs.ts'
import type { Db } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import type { Git } from '../../git/git.ts'
import type { Vault } from '../../lib/sealing.ts'
import { implement } from '../../server/operation.ts'
import { findLastOperation, insertOperation, showSync } from './queries.ts'
import { gitRoutes } from './routes.ts'
import type { GitRequest } from './schemas.ts'

export const git = implement(gitRoutes, {
  async importGitRepository({ body, note, ...context }) {
    await start(context, 'import', body)
    note({ data: { direction: 'import' } })
  },

  async exportToGitRepository({ body, note, ...context }) {
    await start(context, 'export', body)
    note({ data: { direction: 'export' } })
  },

  async getSpaceGitInfo({ db, space }) {
    const operation = await findLastOperation(db, space.id)
    if (!operation && space.git_sync === null) throw problem('notFound')
    return showSync(space, operation)
  },
})

interface Starting {
  db: Db
  space: { id: string }
  caller: { user: { id: string } }
  vault: Vault
  git: Git
}

async function start(
  { db, space, caller, vault, git }: Starting,
  direction: 'import' | 'export',
  request: GitRequest,
): Promise<void> {
  if (!git.addressOf(request.url))
    throw invalid({
      path: 'url',
      message:
        'must be the https:// URL of a repository, or a file:// URL below the folder that LECTERN_GIT_FOLDER names',
    })
  const sealed = vault.seal(JSON.stringify(request))
  const operationId = await insertOperation(db, {
    spaceId: space.id,
    direction,
    request: sealed,
    userId: caller.user.id,
  })
  await enqueue(db, { kind: 'git-operation', payload: { operationId } })
}
