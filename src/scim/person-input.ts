// Reads what an identity provider sends about a person. Some send true and false as text.
import { toDisplayName } from '../domain/sso/index.ts'
import { isStorable, normalizeEmail } from '../lib/text.ts'
import { invalidValue } from './errors.ts'
import { attributeOf } from './filter.ts'
import type { Attributes } from './people.ts'
import type { Json } from './replies.ts'

const MAX_TEXT = 254
const MAX_ADDRESSES = 20

export interface PersonInput {
  userName: string
  /** The address of the account. */
  email: string
  /** What a new account is called. */
  displayName: string | undefined
  externalId: string | null
  active: boolean
  attributes: Attributes
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isAddress = (text: string) => /^[^\s@"<>(),;:]+@[^\s@"<>(),;:]+$/.test(text)

export function readText(body: Json, name: string): string | undefined {
  const value = attributeOf(body, name.toLowerCase())
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string' && value.length <= MAX_TEXT && isStorable(value)) return value
  throw invalidValue(`${name} is a text of at most ${MAX_TEXT} characters.`)
}

function readActive(body: Json): boolean {
  const value = attributeOf(body, 'active')
  if (value === undefined || value === null) return true
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalidValue('active is true or false.')
}

function readName(body: Json): Json | undefined {
  const name = attributeOf(body, 'name')
  if (name === undefined || name === null) return undefined
  if (!isJson(name)) throw invalidValue('name is an object.')
  const parts = ['formatted', 'givenName', 'familyName'].map((part) => [part, readText(name, part)] as const)
  return Object.fromEntries(parts.filter(([, text]) => text !== undefined))
}

function fullNameOf({ formatted, givenName, familyName }: Json = {}): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return text(formatted) || `${text(givenName)} ${text(familyName)}`.trim()
}

function readEmails(body: Json): Json[] | undefined {
  const emails = attributeOf(body, 'emails')
  if (emails === undefined || emails === null) return undefined
  if (!Array.isArray(emails) || emails.length > MAX_ADDRESSES || !emails.every(isJson))
    throw invalidValue(`emails is a list of at most ${MAX_ADDRESSES} objects.`)
  return emails.map((email) => ({
    value: readText(email, 'value'),
    ...(readText(email, 'type') && { type: readText(email, 'type') }),
    ...(attributeOf(email, 'primary') !== undefined && { primary: attributeOf(email, 'primary') === true }),
  }))
}

export function readPerson(body: Json): PersonInput {
  const userName = readText(body, 'userName')
  if (userName === undefined) throw invalidValue('userName is required.')
  const emails = readEmails(body)
  const primary = emails?.find(({ primary }) => primary === true) ?? emails?.[0]
  const email = isAddress(userName) ? userName : primary?.value
  if (typeof email !== 'string' || !isAddress(email))
    throw invalidValue('userName, or the primary address in emails, is an email address.')
  const [name, displayName] = [readName(body), readText(body, 'displayName')]
  return {
    userName,
    email: normalizeEmail(email),
    displayName: toDisplayName(displayName ?? fullNameOf(name)),
    externalId: readText(body, 'externalId') ?? null,
    active: readActive(body),
    attributes: { ...(name && { name }), ...(displayName && { displayName }), ...(emails && { emails }) },
  }
}
