// Applies changes to content. What takes long is done outside the transaction, in steps between which others run, and
// its objects are stored there. The transaction then runs again and finds the result, unless the head has moved on.
import { type Outside, outsideOf } from '../../db/database.ts'
import { saveObjects } from '../../db/objects.ts'
import type { Db } from '../../db/tables.ts'
import { type ApplyResult, applyChanges } from '../../engine/changes/apply-changes.ts'
import type { Change, Failure, Reason } from '../../engine/changes/change.ts'
import { diffTrees, type TreeDiff, toTreeDiff } from '../../engine/diff.ts'
import type { EncodeDocument } from '../../engine/keys/keep-keys.ts'
import type { Encoded, Hash } from '../../engine/objects.ts'
import { withObjects } from '../../engine/reading.ts'
import { ApiError, type Issue } from '../../errors.ts'
import { AsyncWorkNeeded, retryAfterAsyncWork } from '../../lib/async-work.ts'
import { now } from '../../lib/time.ts'
import { encodeAsync, encodeInTransaction, mergeAsync, mergeSmall, TakesLong } from '../documents/index.ts'
import { findTooDeep, MAX_DEPTH, type ReadContent, readContent, readInSteps, readUpTo } from '../revisions/index.ts'
import { issueAt } from './changes.ts'
import { type Merging, rebase } from './rebasing.ts'
import { awaitReservation, release, reserve } from './reservations.ts'

export interface Applied extends Omit<Extract<ApplyResult, { ok: true }>, 'differences'> {
  changes: readonly Change[]
  /** The content that the writer made, before it was merged with what others wrote. */
  written: Hash
  /** The differences from the content before. */
  diff: TreeDiff
}

export interface Work {
  /** Identifies the request: the same object each time that its transaction runs. */
  request: object
  /** The id of the branch that is written. */
  branch: string
  /** The current content. */
  root: Hash
  /** The content that the changes apply to, if the writer began from another than the current one. */
  base?: Hash | undefined
  /** True if the transaction should not even try. */
  isLarge: boolean
  makeChanges(db: Db, read: ReadContent): Promise<readonly Change[]>
}

/** Results by request, as long as there is the request. */
const results = new WeakMap<object, { root: Hash; applied: Applied }>()

const MAX_STEPS = 2000

/** Throws AsyncWorkNeeded if the changes have to be applied outside the transaction first. */
export async function applyInTransaction(db: Db, work: Work): Promise<Applied> {
  const { request, branch, root, isLarge, makeChanges } = work
  const known = results.get(request)
  if (known?.root === root) {
    release(branch, request)
    return known.applied
  }
  awaitReservation(branch, request)
  if (!isLarge) {
    const changes = await makeChanges(db, readContent)
    try {
      return await applyWith(db, work, changes, IN_TRANSACTION)
    } catch (error) {
      if (!(error instanceof TakesLong)) throw error
    }
  }
  if (known) reserve(branch, request)
  const outside = outsideOf(db)
  throw new AsyncWorkNeeded(async () => {
    try {
      results.set(request, { root, applied: await applyOutside(outside, work) })
    } catch (error) {
      release(branch, request)
      throw error
    }
  })
}

async function applyOutside({ read, write }: Outside, work: Work): Promise<Applied> {
  const changes = await retryAfterAsyncWork(() => work.makeChanges(read, readInSteps))
  const applied = await applyWith(read, work, changes, OUTSIDE)
  for (const objects of portionsOf(applied.objects)) await write((db) => saveObjects(db, objects))
  return applied
}

const OBJECTS_AT_ONCE = 200
const BYTES_AT_ONCE = 2 * 1024 * 1024

/** Objects never change, so it does no harm to store them before a revision names them. */
function* portionsOf(objects: readonly Encoded[]): Generator<Encoded[]> {
  let portion: Encoded[] = []
  let bytes = 0
  for (const object of objects) {
    portion.push(object)
    bytes += object.bytes.length
    if (portion.length < OBJECTS_AT_ONCE && bytes < BYTES_AT_ONCE) continue
    yield portion
    portion = []
    bytes = 0
  }
  if (portion.length > 0) yield portion
}

type Encoding = <T>(edit: (encodeDocument: EncodeDocument) => Promise<T>) => Promise<T>

/** How the steps of a write are done. */
interface Way {
  read: ReadContent
  encoding: Encoding
  merging: Merging
}

const IN_TRANSACTION: Way = {
  read: readUpTo(MAX_STEPS),
  encoding: encodeInTransaction,
  merging: (merge) => merge(mergeSmall()),
}
const OUTSIDE: Way = { read: readInSteps, encoding: encodeAsync, merging: mergeAsync }

async function applyWith(
  db: Db,
  { root, base = root }: Work,
  changes: readonly Change[],
  { read, encoding, merging }: Way,
): Promise<Applied> {
  const applied = await encoding((encodeDocument) =>
    read(db, applyChanges(base, changes, { now: now(), encodeDocument })),
  )
  if (!applied.ok) throw new ApiError('invalid', [toIssue(applied.failure)])
  const tooDeep = await read(db, withObjects(applied.objects, findTooDeep(applied, changes)))
  if (tooDeep !== undefined) {
    const message = `must not put pages deeper than ${MAX_DEPTH} levels`
    throw new ApiError('invalid', [issueAt(tooDeep, { path: 'into', message })])
  }
  const { differences, ...done } = applied
  if (base === root) return { written: done.root, changes, diff: toTreeDiff(differences), ...done }
  const merged = await rebase(db, { base, head: root }, done, read, merging)
  const diff = await read(db, withObjects(merged.objects, diffTrees(root, merged.root)))
  return { ...done, ...merged, written: done.root, changes, diff }
}

const REASONS: Record<Reason, Issue> = {
  'page-exists': { path: 'page', message: 'already exists' },
  'page-missing': { path: 'page', message: 'does not name a page' },
  'parent-missing': { path: 'into', message: 'does not name a page' },
  'parent-takes-no-pages': { path: 'into', message: 'names a page that cannot contain pages' },
  'inside-itself': { path: 'into', message: 'would put the page inside itself' },
  'file-exists': { path: 'files', message: 'names a file that already exists' },
  'file-missing': { path: 'files', message: 'names a file that does not exist' },
  'reusable-content-exists': { path: 'reusableContent', message: 'already exists' },
  'reusable-content-missing': { path: 'reusableContent', message: 'does not name a reusable content' },
  'ref-taken': { path: 'ref', message: 'is also the ref of another change' },
  'refs-in-a-circle': { path: 'into', message: 'forms a cycle with the refs of other changes' },
  'not-in-source': { path: 'page', message: 'is not in the revision to revert to' },
}

const toIssue = ({ index, reason, subject }: Failure): Issue =>
  issueAt(index, { path: REASONS[reason].path, message: `${REASONS[reason].message}: ${subject}` })
