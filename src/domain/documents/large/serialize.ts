// Serializes documents to markdown: small ones inline, large ones in a thread.
import type { Document } from '../../../engine/document.ts'
import { effortOf } from '../../../engine/size.ts'
import { problem } from '../../../errors.ts'
import { sha256 } from '../../../lib/hash.ts'
import { type MarkdownOptions, serialize } from '../page-markdown.ts'
import type { Addresses } from '../relative-links.ts'
import { MAX_INLINE_EFFORT } from './check.ts'
import { requireResult } from './results.ts'
import { TooLarge } from './tasks.ts'
import { threads } from './threads.ts'

export async function serializeAsync(
  document: Document,
  addresses: Addresses,
  options: MarkdownOptions,
): Promise<string> {
  if (effortOf(document) <= MAX_INLINE_EFFORT) return serialize(document, addresses, options)
  return threads.run('serialize', document, addresses, options).catch(unavailable)
}

/** As `serializeAsync`, inside a transaction. Throws AsyncWorkNeeded if a thread has to serialize the document first. */
export function serializeInTransaction(document: Document, addresses: Addresses, options: MarkdownOptions): string {
  if (effortOf(document) <= MAX_INLINE_EFFORT) return serialize(document, addresses, options)
  const text = JSON.stringify([document, addresses, options])
  return requireResult(sha256(text), text.length, () =>
    threads.run('serialize', document, addresses, options).catch(unavailable),
  )
}

// Stored documents can always be serialized, so failing to do so is temporary.
function unavailable(error: unknown): never {
  throw error instanceof TooLarge ? problem('unavailable') : error
}
