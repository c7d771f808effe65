// References from content to pages, files, URLs and other objects, in the shapes of the reference contract.

export type ContentRef =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: string; space?: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'tag'; tag: string; space?: string }
  | { kind: 'openapi'; spec: string }

export type ContentRefKind = ContentRef['kind']

// The field that a reference of each kind must have.
const NAMING_FIELD: Record<ContentRefKind, string> = {
  url: 'url',
  file: 'file',
  page: 'page',
  anchor: 'anchor',
  user: 'user',
  collection: 'collection',
  space: 'space',
  'reusable-content': 'reusableContent',
  tag: 'tag',
  openapi: 'spec',
}

export function isContentRef(value: unknown): value is ContentRef {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  const field = Object.hasOwn(NAMING_FIELD, String(value.kind)) ? NAMING_FIELD[value.kind as ContentRefKind] : undefined
  return field !== undefined && typeof (value as Record<string, unknown>)[field] === 'string'
}
