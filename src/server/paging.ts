// Encodes cursors for clients: opaque text with the order keys of the last row.
import type { Page } from '../db/keyset.ts'
import { invalid } from '../errors.ts'
import { findJson } from '../lib/json.ts'
import { isStorable } from '../lib/text.ts'
import type { ListOf } from './operation.ts'
import { PAGE_SIZE } from './schemas.ts'

/** `list` identifies the list, so that a cursor of one list is invalid for another. */
export function toPage(list: string, query: { page?: string; limit?: number }, pageSize = PAGE_SIZE): Page {
  return { limit: query.limit ?? pageSize, after: query.page === undefined ? undefined : decode(list, query.page) }
}

export function toList(list: string, { items, count, next }: ListOf<unknown>) {
  return next ? { next: { page: encode(list, next) }, count, items } : { count, items }
}

const encode = (list: string, keys: string[]): string =>
  Buffer.from(JSON.stringify([list, ...keys])).toString('base64url')

function decode(list: string, cursor: string): string[] {
  const parts = findJson(Buffer.from(cursor, 'base64url').toString())
  if (Array.isArray(parts) && parts[0] === list && parts.every((part) => typeof part === 'string' && isStorable(part)))
    return parts.slice(1)
  throw invalid({ path: 'page', message: 'is not a page identifier: use next.page of an earlier reply' })
}
