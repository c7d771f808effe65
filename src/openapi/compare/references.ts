// Reads untrusted documents: no value is expected to have the right type.
import { valueAt } from '../../computed/outline.ts'

export type Fields = Record<string, unknown>

/** Resolves a reference within the document; returns other values as they are. */
export type Resolve = (value: unknown) => Fields

/** Bounds the work, because the size and depth of documents are not limited. */
export interface Budget {
  /** Remaining steps. */
  left: number
  /** True if part of the documents was skipped. */
  isExceeded: boolean
}

/** Maximum length of a chain of references; chains may be circular. */
const MAX_HOPS = 20

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const resolverOf =
  (document: unknown): Resolve =>
  (value) => {
    let fields = fieldsOf(value)
    for (let hops = 0; typeof fields.$ref === 'string'; hops++) {
      if (hops === MAX_HOPS || !fields.$ref.startsWith('#')) return {}
      fields = fieldsOf(valueAt(document, fields.$ref.slice(1)))
    }
    return fields
  }
