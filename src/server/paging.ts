// Cursors as clients see them: opaque text that holds the order keys of the last row shown.
import type { Page } from '../db/keyset.ts'
import { invalid } from '../errors.ts'
import { isStorable } from '../lib/text.ts'
import type { ListOf } from './operation.ts'

/** `list` names the list, so that a page of one is not taken for a page of another. */
export function toPage(list: string, query: { page?: string; limit?: number }): Page {
  return { limit: query.limit ?? 50, after: query.page === undefined ? undefined : decode(list, query.page) }
}

export function toList(list: string, { items, count, next }: ListOf<unknown>) {
  return next ? { next: { page: encode(list, next) }, count, items } : { count, items }
}

const encode = (list: string, keys: string[]): string =>
  Buffer.from(JSON.stringify([list, ...keys])).toString('base64url')

function decode(list: string, cursor: string): string[] {
  const parts = parse(Buffer.from(cursor, 'base64url').toString())
  if (Array.isArray(parts) && parts[0] === list && parts.every((part) => typeof part === 'string' && isStorable(part)))
    return parts.slice(1)
  throw invalid({ path: 'page', message: 'is not a page identifier: use next.page of an earlier answer' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
