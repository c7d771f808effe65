// Follows the main content of spaces from revision to revision, and knows when each entry of the tree changed last. What
// was made of entries that have not changed since is still right, although the revision is another one.
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import { diffMaps } from '../../engine/ordered-map/diff.ts'
import { MissingObject } from '../../engine/reading.ts'
import { newId } from '../../lib/ids.ts'
import { LruCache } from '../../lib/lru-cache.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import { TakesLong } from '../documents/index.ts'
import { readUpTo } from './long-readings.ts'
import { loadRevision } from './revisions.ts'

/** The names that have changed, over all spaces and in one. A space counts like ten names. */
const MAX_NAMES = 50_000
const WEIGHT_OF_SPACE = 10
const MAX_NAMES_OF_SPACE = 10_000
/** As many steps of a reading: some hundred nodes. After larger changes, a space is followed anew. */
const MAX_STEPS = 12

/** The state of the main content of a space. */
export class ContentState {
  readonly revision: string
  readonly root: Hash
  /** The same for all states that can be compared. */
  readonly name: string
  /** Counts the revisions that were seen. */
  readonly count: number
  /** By key, and by prefix of keys: the state in which an entry changed last. */
  readonly changes: Map<string, number>

  constructor(revision: string, root: Hash, before?: ContentState) {
    this.revision = revision
    this.root = root
    this.name = before?.name ?? newId()
    this.count = (before?.count ?? 0) + 1
    this.changes = before?.changes ?? new Map()
  }

  /** Whether none of these has changed since the state of that count: keys, and prefixes that end with a slash. */
  hasKept(asked: Iterable<string>, since: number): boolean {
    if (since > this.count) return false
    for (const name of asked) if ((this.changes.get(name) ?? 0) > since) return false
    return true
  }
}

const states = new LruCache<ContentState>(MAX_NAMES)
const following = new Map<string, Promise<void>>()

interface Followed {
  id: string
  revision_id: string
}

/** The state of the space. Requests that saw an older revision than others before them get a state of their own, too. */
export function findContentState(db: Db, space: Followed): MaybePromise<ContentState> {
  const known = states.get(space.id)
  return known?.revision === space.revision_id ? known : follow(db, space)
}

async function follow(db: Db, space: Followed): Promise<ContentState> {
  for (;;) {
    const known = states.get(space.id)
    if (known?.revision === space.revision_id) return known
    const current = following.get(space.id)
    if (current) await current
    else {
      const step = advance(db, space, known)
      const ended = step.then(
        () => {},
        () => {},
      )
      following.set(space.id, ended)
      void ended.then(() => following.delete(space.id))
      return step
    }
  }
}

async function advance(db: Db, { id, revision_id }: Followed, before: ContentState | undefined): Promise<ContentState> {
  const { root } = await loadRevision(db, revision_id)
  const keys = before && (await findChanges(db, before.root, root))
  const isFollowed = keys && before.changes.size + keys.length <= MAX_NAMES_OF_SPACE
  const state = new ContentState(revision_id, root, isFollowed ? before : undefined)
  if (isFollowed) for (const key of keys) for (const name of namesOf(key)) state.changes.set(name, state.count)
  states.set(id, state, WEIGHT_OF_SPACE + state.changes.size)
  return state
}

/** The keys whose entries differ; undefined if there are too many, or if the older content is gone. */
async function findChanges(db: Db, before: Hash, after: Hash): Promise<string[] | undefined> {
  try {
    const differences = await readUpTo(MAX_STEPS)(db, diffMaps(before, after))
    return differences.map(({ key }) => key)
  } catch (error) {
    if (error instanceof TakesLong || error instanceof MissingObject) return undefined
    throw error
  }
}

/** The key, and every prefix of it that ends with a slash. */
function namesOf(key: string): string[] {
  const names = [key]
  for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) names.push(key.slice(0, at + 1))
  return names
}
