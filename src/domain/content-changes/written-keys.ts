// Writers that merge name their new blocks themselves: what is merged is found by key.
import type { Document, Node } from '../../engine/document.ts'
import { childrenOf } from '../../engine/walk.ts'
import { ApiError, type Issue } from '../../errors.ts'
import type { ContentChange } from '../../shapes/content-changes.ts'
import { findIssue } from '../documents/index.ts'

/** Throws a 400 that names the first bad key of each document: malformed, or used twice. */
export function refuseBadKeys(changes: readonly ContentChange[]): void {
  const issues = changes.flatMap(({ document }, index) => {
    const written = document?.document
    // Documents that are invalid in other ways are refused later.
    if (!written || findIssue(written)) return []
    return findBadKey(written as Document, `changes.${index}.document.document`, new Set()) ?? []
  })
  if (issues.length > 0) throw new ApiError('invalid', issues)
}

const KEY = /^[\x21-\x7e]{1,64}$/

function findBadKey(node: Node, path: string, seen: Set<string>): Issue | undefined {
  if ('key' in node && node.key !== undefined) {
    if (!KEY.test(node.key)) return { path: `${path}.key`, message: 'must be 1 to 64 characters of ASCII, no spaces' }
    if (seen.has(node.key)) return { path: `${path}.key`, message: 'is the key of another node of the document' }
    seen.add(node.key)
  }
  const nodes = node.object === 'text' ? 0 : (node.nodes?.length ?? 0)
  for (const [index, child] of childrenOf(node).entries()) {
    const place = index < nodes ? `nodes.${index}` : `fragments.${index - nodes}`
    const found = findBadKey(child, `${path}.${place}`, seen)
    if (found) return found
  }
  return undefined
}
