// The source of a computed page: a specification of the organization, and the layout of its pages.
import type { Json } from '../engine/objects.ts'

/** The source of computed pages. */
export interface PagesSource {
  /** The slug of the specification. */
  spec: string
  models: boolean
  downloadLink: boolean
  grouping: 'by-tag' | 'by-operation'
}

/** The source of a computed document: one of the computed pages. */
export type DocumentProps =
  | { doc: 'models' }
  | { doc: 'operations' | 'info' | 'tag'; page: string }
  | { doc: 'operation'; page: string; method: string; deprecated?: boolean }

type Fields = Record<string, unknown>

/** Returns the slug of the specification that a source depends on; undefined for other kinds of source. */
export function specOf(source: unknown): string | undefined {
  const { type, dependencies } = fieldsOf(source)
  const { kind, spec } = fieldsOf(fieldsOf(fieldsOf(dependencies).spec).ref)
  return type === 'builtin:openapi' && kind === 'openapi' && typeof spec === 'string' ? spec : undefined
}

export function pagesSourceOf(source: unknown): PagesSource | undefined {
  const spec = specOf(source)
  const { models, downloadLink, grouping } = fieldsOf(fieldsOf(source).props)
  if (spec === undefined) return undefined
  const isByOperation = grouping === 'by-operation'
  return {
    spec,
    models: models === true,
    downloadLink: downloadLink === true,
    grouping: isByOperation ? 'by-operation' : 'by-tag',
  }
}

export function documentPropsOf(source: unknown): DocumentProps | undefined {
  const { doc, page, method } = fieldsOf(fieldsOf(source).props)
  if (doc === 'models') return { doc }
  if (typeof page !== 'string' || page === '') return undefined
  if (doc === 'operations' || doc === 'info' || doc === 'tag') return { doc, page }
  return doc === 'operation' && typeof method === 'string' ? { doc, page, method } : undefined
}

/** The version of a specification that a source was computed with. */
export interface ResolvedSpec {
  id: string
  slug: string
  version: string
}

/** Presents a source, with the current version of its dependency. */
export const resolvedSource = (props: object, { id, slug, version }: ResolvedSpec): Json => ({
  type: 'builtin:openapi',
  props: props as Json,
  dependencies: {
    spec: {
      ref: { kind: 'openapi', spec: slug },
      value: { object: 'openapi-spec', id, slug, lastVersion: version },
    },
  },
})

/** Returns the version that a source was computed with. */
export function versionOf(source: unknown): string | undefined {
  const { lastVersion } = fieldsOf(fieldsOf(fieldsOf(fieldsOf(source).dependencies).spec).value)
  return typeof lastVersion === 'string' ? lastVersion : undefined
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
