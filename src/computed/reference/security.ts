// How callers of an operation prove who they are.
import { type Library, resolved } from './library.ts'
import { type Fields, fieldsOf, listOf, textOf } from './values.ts'

export interface SecurityScheme {
  /** Its name in the specification. */
  name: string
  kind: 'bearer' | 'basic' | 'apiKey' | 'other'
  /** Of an API key: where it is, and the name of the field. */
  in?: 'header' | 'query' | 'cookie'
  field?: string
  /** What stands before the value in the header. */
  prefix?: string
  /** What stands for the value in samples. */
  placeholder?: string
  /** `oauth2`, `openIdConnect`, `mutualTLS`, `digest`. */
  type: string
  description?: string
  scopes: string[]
}

/** One way in: all of its schemes together. Several ways are alternatives; an empty one needs nothing. */
export type SecurityChoice = SecurityScheme[]

const MAX_CHOICES = 20

export function securityOf(root: Fields, operation: Fields, library: Library): SecurityChoice[] {
  const given = Array.isArray(operation.security) ? operation.security : listOf(root.security)
  const schemes = fieldsOf(root.securitySchemes)
  return given.slice(0, MAX_CHOICES).map((choice) =>
    Object.entries(fieldsOf(choice))
      .slice(0, MAX_CHOICES)
      .map(([name, scopes]) => schemeOf(name, Object.hasOwn(schemes, name) ? schemes[name] : {}, scopes, library)),
  )
}

function schemeOf(name: string, value: unknown, given: unknown, library: Library): SecurityScheme {
  const { fields } = resolved(value, library)
  const { type, in: place, 'x-gitbook-prefix': prefix, 'x-gitbook-token-placeholder': placeholder } = fields
  const way = textOf(fields.scheme, 40)?.toLowerCase()
  const isOAuth = type === 'oauth2' || type === 'openIdConnect'
  const kind =
    type === 'apiKey'
      ? 'apiKey'
      : type === 'basic' || way === 'basic'
        ? 'basic'
        : way === 'bearer' || isOAuth
          ? 'bearer'
          : 'other'
  const isPlace = place === 'header' || place === 'query' || place === 'cookie'
  const description = textOf(fields.description)
  return {
    name: name.slice(0, 200),
    kind: kind === 'apiKey' && !isPlace ? 'other' : kind,
    ...(kind === 'apiKey' && isPlace && { in: place, field: textOf(fields.name, 200) ?? 'X-API-Key' }),
    ...(typeof prefix === 'string' && { prefix: prefix.slice(0, 40) }),
    ...(textOf(placeholder, 100) && { placeholder: textOf(placeholder, 100)! }),
    type: textOf(type === 'http' ? fields.scheme : type, 40) ?? '',
    ...(description !== undefined && { description }),
    scopes: listOf(given)
      .flatMap((each) => textOf(each, 100) ?? [])
      .slice(0, 50),
  }
}

/** The header or field of a request that carries a secret. */
export function carried(
  { kind, in: place, field, prefix, placeholder }: SecurityScheme,
  secret: string = placeholder ??
    (kind === 'apiKey' ? 'YOUR_API_KEY' : kind === 'basic' ? 'username:password' : 'YOUR_SECRET_TOKEN'),
): { in: 'header' | 'query' | 'cookie'; name: string; value: string } | undefined {
  const withPrefix = (usual: string) => [prefix ?? usual, secret].filter((part) => part !== '').join(' ')
  if (kind === 'bearer') return { in: 'header', name: 'Authorization', value: withPrefix('Bearer') }
  if (kind === 'basic') return { in: 'header', name: 'Authorization', value: withPrefix('Basic') }
  return kind === 'apiKey' ? { in: place!, name: field!, value: withPrefix('') } : undefined
}

export const isSecured = (choices: readonly SecurityChoice[]): boolean => choices.some((choice) => choice.length > 0)
