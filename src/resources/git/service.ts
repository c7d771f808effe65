import { enqueue } from '../../db/jobs.ts'
import type { Db } from '../../db/tables.ts'
import { type Issue, invalid, problem } from '../../errors.ts'
import type { GitAddress } from '../../git/address.ts'
import type { GitAddresses } from '../../git/git.ts'
import type { Vault } from '../../lib/sealing.ts'
import { implement } from '../../server/operation.ts'
import type { GitRequest } from '../../shapes/git.ts'
import { findUrl } from './credentials.ts'
import { findLastOperation, insertOperation, listExports, type Operation, showSync } from './queries.ts'
import { gitRoutes } from './routes.ts'

export const git = implement(gitRoutes, {
  async importGitRepository({ body, report, ...context }) {
    await start(context, 'import', body)
    report({ data: { direction: 'import' } })
  },

  async exportToGitRepository({ body, report, ...context }) {
    await start(context, 'export', body)
    report({ data: { direction: 'export' } })
  },

  async getSpaceGitInfo({ db, space }) {
    const { operation, git_sync, notes } = await findLastOperation(db, space.id)
    if (!operation && git_sync === null) throw problem('notFound')
    return showSync({ git_sync, notes }, operation, await listExports(db, space.id))
  },
})

interface Starting {
  db: Db
  space: { id: string; organization_id: string }
  caller: { user: { id: string } }
  vault: Vault
  gitAddresses: GitAddresses
}

async function start(
  { db, space, caller, vault, gitAddresses }: Starting,
  direction: Operation['direction'],
  request: GitRequest,
): Promise<void> {
  const address = gitAddresses.addressOf(request.url, { organization: space.organization_id })
  const issues = issuesIn(request, direction, address)
  if (issues.length > 0) throw invalid(...issues)
  const url = (await findUrl(db, space, address!, vault)) ?? request.url
  const wanted = { spaceId: space.id, direction, request: { ...request, url }, userId: caller.user.id }
  const operationId = await insertOperation(db, wanted, vault)
  await enqueue(db, { kind: 'git-operation', payload: { operationId } })
}

const BRANCH = /^refs\/heads\/[^\s~^:?*[\\\u0000-\u0020]+$/
/** A pull or merge request: read-only. */
const PROPOSAL = /^refs\/(pull|merge-requests)\/\d+\/(head|merge)$/

const REF_RULE =
  'must be a branch, such as refs/heads/main, or, for a standalone import, a pull request, such as refs/pull/3/head'

const isUsable = ({ ref, standalone }: GitRequest, direction: Operation['direction']): boolean =>
  (BRANCH.test(ref) && !ref.includes('..')) || (direction === 'import' && standalone === true && PROPOSAL.test(ref))

function issuesIn(request: GitRequest, direction: Operation['direction'], address: GitAddress | undefined): Issue[] {
  const { repoTreeURL, repoCommitURL, gitInfo } = request
  const issues: Issue[] = []
  if (!address)
    issues.push({
      path: 'url',
      message:
        'must be the https:// URL of a repository, or a file:// URL in the folder of the organization in LECTERN_GIT_FOLDER',
    })
  if (!isUsable(request, direction)) issues.push({ path: 'ref', message: REF_RULE })
  for (const [path, link] of Object.entries({ repoTreeURL, repoCommitURL, 'gitInfo.url': gitInfo?.url }))
    if (link !== undefined && !(URL.canParse(link) && /^https?:/.test(link)))
      issues.push({ path, message: 'must be an http:// or https:// URL' })
  return issues
}
