// Finds the facts about documents for the indexes, inside a transaction: a few at once, the rest in threads.
import type { Document } from '../../../engine/document.ts'
import type { Hash } from '../../../engine/objects.ts'
import { effortOf } from '../../../engine/size.ts'
import { AsyncWorkNeeded } from '../../../lib/async-work.ts'
import { sha256 } from '../../../lib/hash.ts'
import { describe, type Facts } from '../facts.ts'
import type { NamedPage } from '../page-words.ts'
import { MAX_INLINE_EFFORT } from './check.ts'
import { cacheResult, findResult } from './results.ts'
import { threads } from './threads.ts'

/**
 * A written document gains keys on its way to the store. This is enough for all that are encoded without a thread: those
 * differ each time that the transaction runs, so a thread could never be ahead.
 */
const MAX_DESCRIBED_EFFORT = 4 * MAX_INLINE_EFFORT

export interface DescribedRecord {
  document: { hash: Hash; content: Document }
  page?: NamedPage | undefined
}

/** The facts about each record, in order. Throws AsyncWorkNeeded if threads have to find some of them first. */
export function describeInTransaction(records: readonly DescribedRecord[]): Facts[] {
  const needed: { name: string; text: string; page: NamedPage | undefined }[] = []
  let left = MAX_DESCRIBED_EFFORT
  const facts = records.map(({ document: { hash, content }, page }) => {
    const now = describe(content, page)
    left -= effortOf(content)
    if (left >= 0) return now
    const name = `facts ${hash} ${page ? sha256(JSON.stringify(namesOf(page))) : ''}`
    const found = findResult<Facts>(name)
    if (!found) needed.push({ name, text: JSON.stringify(content), page: page && namesOf(page) })
    return found?.result ?? now
  })
  if (needed.length === 0) return facts
  throw new AsyncWorkNeeded(async () => {
    for (const { name, text, page } of needed)
      await cacheResult(name, text.length, () => threads.run('describe', text, page))
  })
}

const namesOf = ({ title, slug, description, git }: NamedPage): NamedPage => ({
  title,
  ...(slug !== undefined && { slug }),
  ...(description !== undefined && { description }),
  ...(git !== undefined && { git }),
})
