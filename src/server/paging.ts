// Cursors as clients see them: opaque text that holds the order keys of the last row shown.
import type { Page } from '../db/keyset.ts'
import { invalid } from '../errors.ts'
import { isStorable } from '../lib/text.ts'
import type { ListOf } from './operation.ts'

export function toPage(query: { page?: string; limit?: number }): Page {
  return { limit: query.limit ?? 50, after: query.page === undefined ? undefined : decode(query.page) }
}

export function toList({ items, count, next }: ListOf<unknown>) {
  return next ? { next: { page: encode(next) }, count, items } : { count, items }
}

const encode = (keys: string[]): string => Buffer.from(JSON.stringify(keys)).toString('base64url')

function decode(cursor: string): string[] {
  const keys = parse(Buffer.from(cursor, 'base64url').toString())
  if (Array.isArray(keys) && keys.every((key) => typeof key === 'string' && isStorable(key))) return keys
  throw invalid({ path: 'page', message: 'is not a page identifier: use next.page of an earlier answer' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
