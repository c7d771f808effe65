// Writes content: a batch of changes becomes one revision on a branch, or fails as a whole.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import type { Change, Effect } from '../../engine/changes/change.ts'
import type { Hash } from '../../engine/objects.ts'
import { isSemantic } from '../../engine/semantic-changes.ts'
import type { File } from '../../engine/tree/records.ts'
import type { ContentChange, ContentChanges, EffectJson } from '../../shapes/content-changes.ts'
import type { FileJson } from '../../shapes/files.ts'
import { markConflictsResolved, mergeBaseOf, refuseClosed } from '../change-requests/index.ts'
import { listFences, NO_FENCES } from '../integrations/index.ts'
import { findRevision, loadRevision, type ReadContent } from '../revisions/index.ts'
import { type Applied, applyInTransaction, type Work } from './applying.ts'
import { type Branch, commit, headOf } from './branches.ts'
import { toEngineChanges } from './changes.ts'
import type { StoredFiles } from './file-input.ts'
import { listMergedDocuments, type MergedDocument, toMergedDocument } from './merged-documents.ts'
import { loadBase } from './rebasing.ts'
import { refuseBadKeys } from './written-keys.ts'

interface BatchResult {
  /** The head of the branch after the write. */
  revision: string
  effects: readonly Effect[]
  files: readonly File[]
  /** Documents that differ from what was sent; only if the batch names its base. */
  documents?: readonly MergedDocument[]
}

interface WriteContext {
  db: Db
  caller: Caller
}

/**
 * Applies the changes to the branch. If they change nothing, the head stays. If they name the revision that the writer
 * began from, they are merged with what others wrote since.
 */
export async function writeContent(
  { db, caller }: WriteContext,
  branch: Branch,
  { changes, base }: Static<typeof ContentChanges>,
  files: StoredFiles,
): Promise<BatchResult> {
  if (branch.changeRequest) refuseClosed(branch.changeRequest)
  if (base !== undefined) refuseBadKeys(changes)
  const work = {
    request: changes,
    isLarge: isLargeBatch(changes),
    base: base === undefined ? undefined : await loadBase(db, branch, base),
  }
  const { space } = branch
  const { done, ...result } = await writeChanges({ db, caller }, branch, work, async (db, read, root) => {
    const fences = changes.some(hasFence) ? await listFences(db, space) : NO_FENCES
    const sourceOf = (id?: string) => findSource(db, branch, id)
    return toEngineChanges(db, { space_id: space.id, space, root, fences, sourceOf, files }, changes, read)
  })
  return base === undefined ? result : { ...result, documents: await listMergedDocuments(db, changes, done) }
}

const hasFence = ({ document }: ContentChange): boolean => /```|~~~/.test(document?.markdown ?? '')

/** Markdown, in characters, that a transaction parses. Longer texts are parsed in threads anyway. */
const MAX_PARSED = 32 * 1024

const isLargeBatch = (changes: readonly ContentChange[]): boolean =>
  changes.reduce((sum, { document }) => sum + (document?.markdown?.length ?? 0), 0) > MAX_PARSED

type MakeChanges = (db: Db, read: ReadContent, root: Hash) => Promise<readonly Change[]>

/** As `writeContent`, for changes in engine form. The branch must be open. */
export async function writeChanges(
  { db, caller }: WriteContext,
  branch: Branch,
  { base, ...work }: Pick<Work, 'request' | 'isLarge' | 'base'>,
  makeChanges: MakeChanges,
): Promise<BatchResult & { done: Applied }> {
  const thread = branch.changeRequest?.id ?? branch.space.id
  const head = await loadRevision(db, headOf(branch))
  const done = await applyInTransaction(db, {
    branch: thread,
    root: head.root,
    base,
    makeChanges: (db, read) => makeChanges(db, read, base ?? head.root),
    ...work,
  })
  // Writing a page back unchanged only updates its timestamp, which does not count as a change.
  const revision = isSemantic(done.diff)
    ? await commit(db, branch, { before: head, type: 'edits', createdBy: caller.user.id, ...done })
    : head.id
  if (branch.changeRequest) await markConflictsResolved(db, branch.changeRequest.id, touchedBy(done))
  return { revision, effects: done.effects, files: done.changes.flatMap(filesOf), done }
}

const filesOf = (change: Change): File[] => (change.operation === 'insert_files' ? change.files : [])

/** The ids that the batch touches, including pages written back unchanged: that, too, resolves a conflict. */
const touchedBy = ({ diff, effects }: Applied): string[] => [
  ...diff.page.map(({ id }) => id),
  ...effects.flatMap(idsOf),
]

/** The default source of a revert: main content as of the merge base for a change request, else the parent revision. */
async function findSource(db: Db, branch: Branch, named: string | undefined): Promise<Hash | undefined> {
  const { space, changeRequest } = branch
  const before = changeRequest ? mergeBaseOf(changeRequest) : await findParent(db, headOf(branch))
  const id = named ?? before
  return id === undefined ? undefined : (await findRevision(db, space.id, id))?.root
}

const findParent = async (db: Db, id: string): Promise<string | undefined> =>
  JSON.parse((await loadRevision(db, id)).parents)[0]

const idsOf = (effect: Effect): string[] => ('page' in effect ? [effect.page] : effect.ids)

/** Presents the result. `content` is the URL under which pages of the branch are read. */
export function toContentUpdate(
  { effects, files, documents }: BatchResult,
  content: string,
  show: (file: File) => FileJson,
) {
  const changes = effects.map((effect): EffectJson => {
    if (effect.object !== 'created_page' && effect.object !== 'updated_page') return effect
    const urls = { location: `${content}/page/${effect.page}` }
    return { ...effect, page: { object: 'page', id: effect.page, urls } }
  })
  return {
    changes,
    ...(files.length > 0 && { insertedFiles: files.map(show) }),
    ...(documents && { documents: documents.map(toMergedDocument) }),
  }
}
