import { enqueue } from '../../db/jobs.ts'
import type { Db } from '../../db/tables.ts'
import { type Issue, invalid, problem } from '../../errors.ts'
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
    const { operation, git_sync } = await findLastOperation(db, space.id)
    if (!operation && git_sync === null) throw problem('notFound')
    return showSync({ git_sync }, operation)
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
  const issues = issuesIn(request, git)
  if (issues.length > 0) throw invalid(...issues)
  const sealed = vault.seal(JSON.stringify(request))
  const operationId = await insertOperation(db, {
    spaceId: space.id,
    direction,
    request: sealed,
    userId: caller.user.id,
  })
  await enqueue(db, { kind: 'git-operation', payload: { operationId } })
}

const REF = /^refs\/heads\/[^\s~^:?*[\\\u0000-\u0020]+$/

function issuesIn(request: GitRequest, git: Git): Issue[] {
  const { url, ref, repoTreeURL, repoCommitURL, gitInfo } = request
  const issues: Issue[] = []
  if (!git.addressOf(url))
    issues.push({
      path: 'url',
      message:
        'must be the https:// URL of a repository, or a file:// URL below the folder that LECTERN_GIT_FOLDER names',
    })
  if (!REF.test(ref) || ref.includes('..'))
    issues.push({ path: 'ref', message: 'must be a branch, such as refs/heads/main' })
  for (const [path, link] of Object.entries({ repoTreeURL, repoCommitURL, 'gitInfo.url': gitInfo?.url }))
    if (link !== undefined && !(URL.canParse(link) && /^https?:/.test(link)))
      issues.push({ path, message: 'must be an http:// or https:// URL' })
  return issues
}
