// Encodes written documents with a key on every block. The first few at once, what takes longer in a thread.

import type { Document } from '../../../engine/document.ts'
import { type EncodeDocument, encodeWith, type Replaced } from '../../../engine/keys/keep-keys.ts'
import { type Encoded, encode, fromBytes } from '../../../engine/objects.ts'
import { effortOf } from '../../../engine/size.ts'
import { EMPTY_DOCUMENT } from '../../../engine/walk.ts'
import { AsyncWorkNeeded } from '../../../lib/async-work.ts'
import { sha256 } from '../../../lib/hash.ts'
import { newId } from '../../../lib/ids.ts'
import { MAX_INLINE_EFFORT } from './check.ts'
import { cacheResult, findResult } from './results.ts'
import { threads } from './threads.ts'

const encodeNow = encodeWith(newId)

/** Stands for documents that are encoded later; what an edit makes of it is thrown away. */
const LATER = encode(EMPTY_DOCUMENT)

/** A document that a thread has to encode. */
interface Task {
  name: string
  after: string
  before: string | undefined
}

/**
 * Runs an edit inside a transaction. Throws AsyncWorkNeeded if threads have to encode documents first: then the
 * transaction runs again, and finds them by their content.
 */
export async function encodeInTransaction<T>(edit: (encodeDocument: EncodeDocument) => Promise<T>): Promise<T> {
  const needed: Task[] = []
  const result = await edit(encoder(needed, (name) => findResult<Encoded>(name)?.result))
  if (needed.length === 0) return result
  throw new AsyncWorkNeeded(async () => {
    for (const task of needed) await cacheResult(task.name, task.after.length, () => runTask(task))
  })
}

/** Runs an edit outside a transaction, twice if threads have to encode some of its documents. */
export async function encodeAsync<T>(edit: (encodeDocument: EncodeDocument) => Promise<T>): Promise<T> {
  const done = new Map<string, Encoded>()
  for (;;) {
    const needed: Task[] = []
    const result = await edit(encoder(needed, (name) => done.get(name)))
    if (needed.length === 0) return result
    for (const task of needed) done.set(task.name, await runTask(task))
  }
}

function encoder(needed: Task[], find: (name: string) => Encoded | undefined): EncodeDocument {
  let left = MAX_INLINE_EFFORT
  return (after, before) => {
    const effort = effortOf(after) + (before ? effortOf(before.document) : 0)
    if (effort <= left) {
      left -= effort
      return encodeNow(after, before)
    }
    const text = JSON.stringify(after)
    const name = `keys ${before?.hash ?? ''} ${sha256(text)}`
    const found = find(name)
    if (!found) needed.push({ name, after: text, before: textOf(before) })
    return found ?? LATER
  }
}

const textOf = (replaced: Replaced | undefined): string | undefined =>
  replaced && JSON.stringify(replaced.document satisfies Document)

async function runTask({ after, before }: Task): Promise<Encoded> {
  const { hash, bytes } = await threads.run('keyDocument', after, before)
  return fromBytes(hash, bytes)
}
