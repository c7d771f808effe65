// The fields of a form, as pairs.
import { fieldsOf } from '../values.ts'
import type { SampleRequest } from './request.ts'

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** None for bodies that are no form. */
export const pairsOf = (body: SampleRequest['body']): [string, string][] =>
  body?.kind === 'form' || body?.kind === 'parts'
    ? Object.entries(fieldsOf(body.value)).map(([name, value]) => [name, textOf(value)])
    : []
