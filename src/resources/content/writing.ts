// Writing content: a batch of changes becomes one revision on top of a line, or nothing at all.
import type { Caller } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import { type Applied, applyChanges } from '../../engine/changes/apply-changes.ts'
import type { Change, Effect, Failure, Reason } from '../../engine/changes/change.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import { withObjects } from '../../engine/reading.ts'
import { listSemanticChanges } from '../../engine/semantic-changes.ts'
import type { File } from '../../engine/tree/records.ts'
import { ApiError, type Issue } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { ancestorOf, refuseClosed, settleConflicts } from '../change-requests/queries.ts'
import type { FileJson } from '../files/schemas.ts'
import type { ContentChange, EffectJson } from './change-schemas.ts'
import { at, toChanges } from './changes.ts'
import { findTooDeep, MAX_DEPTH } from './depth.ts'
import type { StoredFiles } from './file-input.ts'
import { commit, headOf, type Line } from './lines.ts'
import { findRevision, loadRevision, readContent } from './revisions.ts'

type Done = Extract<Applied, { ok: true }>

export interface Written {
  /** The head of the line now. */
  revision: string
  effects: readonly Effect[]
  files: readonly File[]
}

interface Means {
  db: Db
  caller: Caller
}

/** Applies the changes to the line. When they change nothing, its head stays. */
export async function writeContent(
  { db, caller }: Means,
  line: Line,
  changes: readonly ContentChange[],
  files: StoredFiles,
): Promise<Written> {
  if (line.changeRequest) refuseClosed(line.changeRequest)
  const { root } = await loadRevision(db, headOf(line))
  const base = { root, sourceOf: (id?: string) => findSource(db, line, id), files }
  return writeChanges({ db, caller }, line, await toChanges(db, base, changes))
}

/** The same for changes that are ready for the engine, on a line that is open. */
export async function writeChanges({ db, caller }: Means, line: Line, made: readonly Change[]): Promise<Written> {
  const head = await loadRevision(db, headOf(line))
  const done = await apply(db, head.root, made)
  const changed = await isChanged(db, head.root, done)
  const revision = changed ? await commit(db, line, { ...done, type: 'edits', createdBy: caller.user.id }) : head.id
  if (line.changeRequest) await settleConflicts(db, line.changeRequest.id, await listTouched(db, head.root, done))
  return { revision, effects: done.effects, files: made.flatMap(filesOf) }
}

const filesOf = (change: Change): File[] => (change.operation === 'insert_files' ? change.files : [])

/** What the batch is about: also what is written back as it is, which says that it shall stay so. */
async function listTouched(db: Db, before: Hash, { root, objects, effects }: Done): Promise<string[]> {
  const { page } = await readContent(db, withObjects(objects, diffTrees(before, root)))
  return [...page.map(({ id }) => id), ...effects.flatMap(idsOf)]
}

/** What a page is reverted to when nothing else is said: main content as the change request has it, or the last edit. */
async function findSource(db: Db, line: Line, named: string | undefined): Promise<Hash | undefined> {
  const { space, changeRequest } = line
  const before = changeRequest ? ancestorOf(changeRequest) : await findParent(db, headOf(line))
  const id = named ?? before
  return id === undefined ? undefined : (await findRevision(db, space.id, id))?.root
}

const findParent = async (db: Db, id: string): Promise<string | undefined> =>
  JSON.parse((await loadRevision(db, id)).parents)[0]

async function apply(db: Db, root: Hash, changes: readonly Change[]): Promise<Done> {
  const applied = await readContent(db, applyChanges(root, changes, { now: now(), newKey: newId }))
  if (!applied.ok) throw new ApiError('invalid', [toIssue(applied.failure)])
  const tooDeep = await readContent(db, withObjects(applied.objects, findTooDeep(applied, changes)))
  if (tooDeep === undefined) return applied
  const message = `must not put pages deeper than ${MAX_DEPTH} levels`
  throw new ApiError('invalid', [at(tooDeep, { path: 'into', message })])
}

const REASONS: Record<Reason, Issue> = {
  'page-exists': { path: 'page', message: 'is there already' },
  'page-missing': { path: 'page', message: 'names no page' },
  'parent-missing': { path: 'into', message: 'names no page' },
  'parent-takes-no-pages': { path: 'into', message: 'names a page that cannot contain pages' },
  'inside-itself': { path: 'into', message: 'would put the page inside itself' },
  'file-exists': { path: 'files', message: 'names a file that is there already' },
  'file-missing': { path: 'files', message: 'names a file that is not there' },
  'reusable-content-exists': { path: 'reusableContent', message: 'is there already' },
  'reusable-content-missing': { path: 'reusableContent', message: 'names no reusable content' },
  'ref-taken': { path: 'ref', message: 'is the ref of another change too' },
  'refs-in-a-circle': { path: 'into', message: 'leads back to this page through the refs of other changes' },
  'not-in-source': { path: 'page', message: 'is not in the revision to revert to' },
}

const toIssue = ({ index, reason, subject }: Failure): Issue =>
  at(index, { path: REASONS[reason].path, message: `${REASONS[reason].message}: ${subject}` })

// A page that is written back as it is gets a new time of its last edit, and nothing else: that is no change.
async function isChanged(db: Db, before: Hash, { root, objects }: Done): Promise<boolean> {
  if (root === before) return false
  const { changes } = await readContent(db, withObjects(objects, listSemanticChanges(before, root, { limit: 1 })))
  return changes.length > 0
}

const idsOf = (effect: Effect): string[] => ('page' in effect ? [effect.page] : effect.ids)

/** As replies show what was done; `content` is the URL under which pages of the line are read. */
export function toUpdate({ effects, files }: Written, content: string, show: (file: File) => FileJson) {
  const changes = effects.map((effect): EffectJson => {
    if (effect.object !== 'created_page' && effect.object !== 'updated_page') return effect
    const urls = { location: `${content}/page/${effect.page}` }
    return { ...effect, page: { object: 'page', id: effect.page, urls } }
  })
  return files.length === 0 ? { changes } : { changes, insertedFiles: files.map(show) }
}
