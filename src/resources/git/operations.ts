// Runs one import or export. The operations of a space run one at a time, in the order of their requests.
import type { Database } from '../../db/database.ts'
import { saveObjects } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import { endRun, lockUnlessCancelled, startRun } from '../../domain/import-runs/index.ts'
import { findUser } from '../../domain/people/index.ts'
import { updateSpace } from '../../domain/spaces/index.ts'
import { appendEvent } from '../../events/events.ts'
import type { Files } from '../../files/files.ts'
import { filesUrlOf, type GitAddress, providerOf, repositoryName } from '../../git/address.ts'
import { GitFailure } from '../../git/failures.ts'
import type { Git, GitRepository } from '../../git/git.ts'
import { COMMITTER } from '../../git/objects.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { RepositoryError } from '../../repository/config.ts'
import { joinPath } from '../../repository/paths.ts'
import type { GitRequest } from '../../shapes/git.ts'
import { sealUrl } from './credentials.ts'
import { planExport, recordOrigins } from './export.ts'
import { applyImport, type ImportInput, loadHead, readSource, saveImportExtras, saveStandalone } from './import.ts'
import { endOperation, findSyncInfo, type Operation, saveCommit, saveSync, updateOperation } from './queries.ts'
import { commitSource, countSteps, type Progress } from './source.ts'

export interface GitServices {
  database: Database
  files: Files
  git: Git
  vault: Vault
  progress?: Progress
  /** The server's operator requested it, not a member of the organization. */
  byOperator?: true
}

/** A running operation. */
interface RunningOperation extends GitServices {
  operation: Operation
  request: GitRequest
  address: GitAddress
  repository: GitRepository
}

/** Runs an operation. A failure is recorded in the operation, where the requester can read it. */
export async function runOperation(means: GitServices, operation: Operation): Promise<void> {
  const { database, git, vault } = means
  const request = JSON.parse(vault.unseal(operation.request)) as GitRequest
  await database.write((db) => updateOperation(db, operation.id, { state: 'running' }))
  let repository: GitRepository | undefined
  try {
    if (operation.direction === 'import') await beginImport(means, operation)
    const address = git.addressOf(request.url, await askerOf(means, operation))
    if (!address) throw new GitFailure('Local repositories are no longer allowed: see LECTERN_GIT_FOLDER.')
    repository = await git.open(address, request.ref, { create: operation.direction === 'export' })
    const working = { ...means, operation, request, address, repository }
    await (operation.direction === 'import' ? runImport(working) : runExport(working))
  } catch (error) {
    await fail(database, operation, repository?.head, error)
  } finally {
    await repository?.close()
  }
}

const CANCELLED = 'The import was cancelled.'

async function beginImport({ database }: GitServices, { id }: Operation): Promise<void> {
  const isWanted = await database.write(async (db) => {
    await startRun(db, id)
    return lockUnlessCancelled(db, id)
  })
  if (!isWanted) throw new GitFailure(CANCELLED)
}

/** Looked up at run time, because the space may have moved to another organization. */
async function askerOf({ database, byOperator }: GitServices, { space_id }: Operation) {
  if (byOperator) return 'operator' as const
  return database.read
    .selectFrom('spaces')
    .select('organization_id as organization')
    .where('id', '=', space_id)
    .executeTakeFirstOrThrow()
}

async function fail(
  database: Database,
  operation: Operation,
  commit: string | undefined,
  error: unknown,
): Promise<void> {
  const isForeseen = error instanceof GitFailure || error instanceof RepositoryError
  const sentence = isForeseen ? error.message : 'An internal error occurred; the server log has the details.'
  await database.write(async (db) => {
    await endOperation(db, operation, sentence)
    await endRun(db, operation.id, { status: 'failed', reason: sentence })
    const { id: revision } = await loadHead(db, operation.space_id)
    await note(db, operation, 'space.git.completed', { state: 'failure', error: sentence, revision, commit })
  })
  if (!isForeseen) throw error
}

const enter = ({ database, operation }: RunningOperation, stage: Operation['stage']) =>
  database.write((db) => updateOperation(db, operation.id, { stage }))

/** Identifies the repository, branch and project. */
const nameOf = ({ url }: GitAddress, { ref, repoProjectDirectory }: GitRequest) =>
  [url, ref, projectIn(repoProjectDirectory)].join(' ')

function projectIn(directory = ''): string {
  const path = joinPath('', directory)
  if (path === undefined)
    throw new GitFailure('repoProjectDirectory is outside the repository: name a folder inside it.')
  return path
}

async function runImport(working: RunningOperation): Promise<void> {
  const { database, files, operation, request, address, repository } = working
  const { space_id: spaceId, requested_by: createdBy } = operation
  const commit = repository.head!
  const { progress, far } = countSteps(working.progress)
  await begin(working, commit)
  await enter(working, 'content_process')
  const importing: ImportInput = {
    database,
    files,
    spaceId,
    source: await commitSource(repository),
    directory: projectIn(request.repoProjectDirectory),
    treeUrl: request.repoTreeURL,
    address: nameOf(address, request),
    progress,
  }
  const read = await readSource(importing)
  await enter(working, 'finalize')
  const { message, committer } = await repository.readCommit(commit)
  const writing = { spaceId, createdBy, force: request.force }
  await database.write(async (db) => {
    if (!(await lockUnlessCancelled(db, operation.id))) throw new GitFailure(CANCELLED)
    const { revision, changed } = await (request.standalone ? saveStandalone : applyImport)(db, read, writing)
    if (!request.standalone) {
      await agree(db, working, { commit, root: read.root, addresses: read.addresses })
      await saveImportExtras(db, spaceId, read)
    }
    const made = { message: message.trimEnd(), own: committer.name === COMMITTER.name ? 1 : 0 } as const
    if (changed) await saveCommit(db, { revision_id: revision, oid: commit, ...made, ...linkTo(request, commit) })
    await endRun(db, operation.id, { status: 'completed', revision, ...far })
    await complete(db, operation, { revision, commit })
  })
}

async function runExport(working: RunningOperation): Promise<void> {
  const { database, files, operation, request, address, repository } = working
  const { space_id: spaceId } = operation
  await begin(working, repository.head ?? '')
  await enter(working, 'content_process')
  const target = await commitSource(repository)
  const planned = await planExport({
    database,
    files,
    spaceId,
    target,
    directory: projectIn(request.repoProjectDirectory),
    treeUrl: request.repoTreeURL,
    address: nameOf(address, request),
    force: request.force,
  })
  const message = request.commitMessage!
  const author = await authorOf(database, operation)
  const made =
    planned.writes.size === 0 ? undefined : await repository.commit({ changes: planned.writes, message, author })
  const isPushed = await refuseMoved(working, planned.base, made?.tree)
  await enter(working, 'finalize')
  if (made && !isPushed) await repository.push(made.oid)
  const commit = (isPushed ? repository.head : (made?.oid ?? repository.head)) ?? ''
  const marked = await recordOrigins(database, planned, (path) => made?.blobs.get(path) ?? target.files.get(path))
  const { id: revision } = planned.head
  await database.write(async (db) => {
    await saveObjects(db, marked.objects)
    await agree(db, working, { commit, root: marked.root, addresses: null })
    if (made) await saveCommit(db, { revision_id: revision, oid: commit, message, own: 1, ...linkTo(request, commit) })
    await complete(db, operation, { revision, commit })
  })
}

/**
 * Throws if the repository has new commits since the last import or export. Returns true if its head already is the
 * result of this export, pushed by an earlier attempt: then nothing is left to push.
 */
async function refuseMoved(
  { repository, request, address }: RunningOperation,
  base: Row<'git_syncs'> | undefined,
  tree: string | undefined,
): Promise<boolean> {
  const { head } = repository
  if (!base || head === undefined || head === base.commit_id) return false
  const isOurs = tree !== undefined && (await repository.readCommit(head)).tree === tree
  if (!isOurs && !request.force)
    throw new GitFailure(
      `${address.url} has new commits since the last import: import it first, or overwrite it with force.`,
    )
  return isOurs
}

async function authorOf({ read }: Database, { requested_by }: Operation): Promise<{ name: string; email: string }> {
  const user = requested_by === null ? undefined : await findUser(read, requested_by)
  return user ? { name: user.display_name || user.email, email: user.email } : COMMITTER
}

const linkTo = ({ repoCommitURL, ref }: GitRequest, commit: string) => ({
  url: repoCommitURL ? `${repoCommitURL.replace(/\/+$/, '')}/${commit}` : null,
  ref,
})

interface Agreement {
  commit: string
  root: string
  addresses: string | null
}

async function agree(
  db: Db,
  { operation, request, address, vault }: RunningOperation,
  agreed: Agreement,
): Promise<void> {
  const { space_id } = operation
  const { commit, root, addresses } = agreed
  const url = await sealUrl(db, space_id, request.url, vault)
  const before = await findSyncInfo(db, space_id, address.url)
  await saveSync(db, { space_id, url, address: nameOf(address, request), commit_id: commit, root, addresses })
  const shown = {
    repoName: repositoryName(address),
    installationProvider: request.gitInfo?.provider ?? providerOf(address) ?? before?.installationProvider,
    url: request.gitInfo?.url ?? request.repoTreeURL ?? filesUrlOf(address, request.ref) ?? before?.url,
    updatedAt: now(),
  }
  await updateSpace(db, space_id, { git_sync: JSON.stringify(shown) })
}

async function begin({ database, operation }: RunningOperation, commit: string): Promise<void> {
  await database.write(async (db) => {
    const { id: revision } = await loadHead(db, operation.space_id)
    await note(db, operation, 'space.git.started', { revision, commit })
  })
}

async function complete(db: Db, operation: Operation, outcome: { revision: string; commit: string }): Promise<void> {
  await endOperation(db, operation, null)
  await note(db, operation, 'space.git.completed', { state: 'success', ...outcome })
}

async function note(
  db: Db,
  { space_id, direction, requested_by }: Operation,
  action: 'space.git.started' | 'space.git.completed',
  data: Record<string, unknown>,
): Promise<void> {
  const { organization_id } = await db
    .selectFrom('spaces')
    .select('organization_id')
    .where('id', '=', space_id)
    .executeTakeFirstOrThrow()
  await appendEvent(db, {
    organizationId: organization_id,
    action,
    actorId: requested_by,
    tokenId: null,
    requestId: null,
    target: { kind: 'space', id: space_id },
    data: { direction, ...data },
  })
}
