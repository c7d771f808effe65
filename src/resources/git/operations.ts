// One import or export from its request to its end. Operations of a space run one after the other, in the order in which
// they were asked for.
import type { Database } from '../../db/database.ts'
import { appendEvent } from '../../db/events.ts'
import { saveObjects } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Files } from '../../files/files.ts'
import { type GitAddress, providerOf, repositoryName } from '../../git/address.ts'
import { GitFailure } from '../../git/failures.ts'
import type { Git, GitRepository } from '../../git/git.ts'
import { COMMITTER } from '../../git/objects.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { RepositoryError } from '../../repository/config.ts'
import { joinPath } from '../../repository/paths.ts'
import { updateSpace } from '../spaces/queries.ts'
import { findUser } from '../users/queries.ts'
import { markExported, planExport } from './exporting.ts'
import { type Importing, keepApart, loadHead, readSource, writeRead } from './importing.ts'
import { endOperation, type Operation, saveCommit, saveSync, updateOperation } from './queries.ts'
import type { GitRequest } from './schemas.ts'
import { commitSource, type Progress } from './source.ts'

export interface Means {
  database: Database
  files: Files
  git: Git
  vault: Vault
  progress?: Progress
}

/** An operation at work. */
interface Working extends Means {
  operation: Operation
  request: GitRequest
  address: GitAddress
  repository: GitRepository
}

/** Runs an operation to its end; what goes wrong is noted where whoever asked will look for it. */
export async function runOperation(means: Means, operation: Operation): Promise<void> {
  const { database, git, vault } = means
  const request = JSON.parse(vault.unseal(operation.request)) as GitRequest
  await database.write((db) => updateOperation(db, operation.id, { state: 'running' }))
  let repository: GitRepository | undefined
  try {
    const address = git.addressOf(request.url)
    if (!address) throw new GitFailure('Repositories of this machine may no longer be used: see LECTERN_GIT_FOLDER.')
    repository = await git.open(address, request.ref, { create: operation.direction === 'export' })
    const working = { ...means, operation, request, address, repository }
    await (operation.direction === 'import' ? runImport(working) : runExport(working))
  } catch (error) {
    await fail(database, operation, repository?.head, error)
  } finally {
    await repository?.close()
  }
}

async function fail(
  database: Database,
  operation: Operation,
  commit: string | undefined,
  error: unknown,
): Promise<void> {
  const isForeseen = error instanceof GitFailure || error instanceof RepositoryError
  const sentence = isForeseen ? error.message : 'Something went wrong on the server; its log has more.'
  await database.write(async (db) => {
    await endOperation(db, operation, sentence)
    const { id: revision } = await loadHead(db, operation.space_id)
    await note(db, operation, 'space.git.completed', { state: 'failure', error: sentence, revision, commit })
  })
  if (!isForeseen) throw error
}

const enter = ({ database, operation }: Working, stage: Operation['stage']) =>
  database.write((db) => updateOperation(db, operation.id, { stage }))

/** Tells repositories, branches and projects in them apart. */
const nameOf = ({ url }: GitAddress, { ref, repoProjectDirectory }: GitRequest) =>
  [url, ref, projectIn(repoProjectDirectory)].join(' ')

function projectIn(directory = ''): string {
  const path = joinPath('', directory)
  if (path === undefined) throw new GitFailure('repoProjectDirectory leaves the repository: name a folder inside it.')
  return path
}

async function runImport(working: Working): Promise<void> {
  const { database, files, operation, request, address, repository, progress } = working
  const { space_id: spaceId, requested_by: createdBy } = operation
  const commit = repository.head!
  await begin(working, commit)
  await enter(working, 'content_process')
  const importing: Importing = {
    ...{
      database,
      files,
      spaceId,
      source: await commitSource(repository),
      directory: projectIn(request.repoProjectDirectory),
    },
    ...{ treeUrl: request.repoTreeURL, address: nameOf(address, request), ...(progress && { progress }) },
  }
  const read = await readSource(importing)
  await enter(working, 'finalize')
  const { message, committer } = await repository.readCommit(commit)
  const writing = { spaceId, createdBy, force: request.force }
  await database.write(async (db) => {
    const { revision, changed } = await (request.standalone ? keepApart : writeRead)(db, read, writing)
    if (!request.standalone) await agree(db, working, { commit, root: read.root, addresses: read.addresses })
    const made = { message: message.trimEnd(), own: committer.name === COMMITTER.name ? 1 : 0 } as const
    if (changed) await saveCommit(db, { revision_id: revision, oid: commit, ...made, ...linkTo(request, commit) })
    await complete(db, operation, { revision, commit })
  })
}

async function runExport(working: Working): Promise<void> {
  const { database, files, operation, request, address, repository } = working
  const { space_id: spaceId } = operation
  await begin(working, repository.head ?? '')
  await enter(working, 'content_process')
  const target = await commitSource(repository)
  const planned = await planExport({
    ...{
      database,
      files,
      spaceId,
      target,
      directory: projectIn(request.repoProjectDirectory),
      treeUrl: request.repoTreeURL,
    },
    ...{ address: nameOf(address, request), force: request.force },
  })
  const message = request.commitMessage!
  const author = await authorOf(database, operation)
  const made =
    planned.writes.size === 0 ? undefined : await repository.commit({ changes: planned.writes, message, author })
  const isPushed = await refuseMoved(working, planned.base, made?.tree)
  await enter(working, 'finalize')
  if (made && !isPushed) await repository.push(made.oid)
  const commit = (isPushed ? repository.head : (made?.oid ?? repository.head)) ?? ''
  const marked = await markExported(database, planned, (path) => made?.blobs.get(path) ?? target.files.get(path))
  const { id: revision } = planned.head
  await database.write(async (db) => {
    await saveObjects(db, marked.objects)
    await agree(db, working, { commit, root: marked.root, addresses: null })
    if (made) await saveCommit(db, { revision_id: revision, oid: commit, message, own: 1, ...linkTo(request, commit) })
    await complete(db, operation, { revision, commit })
  })
}

/**
 * Refuses when the repository has moved on since the last time. It has not when what it has now is what this export
 * makes: an earlier attempt got that far. True: nothing is left to push.
 */
async function refuseMoved(
  { repository, request, address }: Working,
  base: Row<'git_syncs'> | undefined,
  tree: string | undefined,
): Promise<boolean> {
  const { head } = repository
  if (!base || head === undefined || head === base.commit_id) return false
  const isOurs = tree !== undefined && (await repository.readCommit(head)).tree === tree
  if (!isOurs && !request.force)
    throw new GitFailure(
      `${address.url} has moved on since the last import: import it first, or set force to replace it.`,
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

async function agree(db: Db, { operation, request, address, vault }: Working, agreed: Agreement): Promise<void> {
  const { space_id } = operation
  const { commit, root, addresses } = agreed
  const url = vault.seal(request.url)
  await saveSync(db, { space_id, url, address: nameOf(address, request), commit_id: commit, root, addresses })
  const shown = {
    repoName: repositoryName(address),
    installationProvider: request.gitInfo?.provider ?? providerOf(address),
    url: request.gitInfo?.url ?? request.repoTreeURL,
    updatedAt: now(),
  }
  await updateSpace(db, space_id, { git_sync: JSON.stringify(shown) })
}

async function begin({ database, operation }: Working, commit: string): Promise<void> {
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
    ...{ organizationId: organization_id, action, actorId: requested_by, tokenId: null, requestId: null },
    ...{ target: { kind: 'space', id: space_id }, data: { direction, ...data } },
  })
}
