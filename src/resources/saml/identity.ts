// Reads email address and name from an assertion. Identity providers use different attribute names for them.

import { Refusal } from '../../domain/sessions/index.ts'
import { type Identity, isAddress, toDisplayName } from '../../domain/sso/index.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { toTimestamp } from '../../lib/time.ts'
import type { Element } from './xml.ts'

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const EMAIL = ['email', 'mail', 'emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}/emailaddress`]
const FULL_NAME = [
  'displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'cn',
  'urn:oid:2.5.4.3',
  'name',
]
const FIRST_NAME = ['givenname', 'firstname', 'urn:oid:2.5.4.42', `${CLAIMS}/givenname`]
const LAST_NAME = ['surname', 'sn', 'lastname', 'urn:oid:2.5.4.4', `${CLAIMS}/surname`]

export function readIdentity(assertion: Element): Identity {
  const attributes = readAttributes(assertion)
  const first = (names: string[]) => names.map((name) => attributes.get(name)).find(Boolean)
  const nameId = assertion.children('Subject')[0]?.children('NameID')[0]?.text
  const email = [first(EMAIL), nameId].find((candidate) => candidate !== undefined && isAddress(candidate))
  if (email === undefined) throw new Refusal('noAddress')
  const parts = [first(FIRST_NAME), first(LAST_NAME)].filter(Boolean).join(' ')
  return {
    email: normalizeEmail(email),
    displayName: toDisplayName(first(FULL_NAME) ?? parts),
    until: readEnd(assertion),
  }
}

/** The first value of each attribute, by lowercase name. */
const readAttributes = (assertion: Element): Map<string, string> =>
  new Map(attributesOf(assertion).map(([name, [first = '']]) => [name.toLowerCase(), first]))

/** Everything that the assertion says about the person, as it was sent. */
export const listAttributes = (assertion: Element): [name: string, values: string[]][] => [
  ...assertion
    .children('Subject')
    .flatMap((subject) => subject.children('NameID'))
    .map(({ text }): [string, string[]] => ['NameID', [text]]),
  ...attributesOf(assertion),
]

const attributesOf = (assertion: Element): [name: string, values: string[]][] =>
  assertion
    .children('AttributeStatement')
    .flatMap((statement) => statement.children('Attribute'))
    .map((attribute) => [attribute.attributes.Name ?? '', attribute.children('AttributeValue').map(({ text }) => text)])

function readEnd(assertion: Element): string | undefined {
  const end = assertion.children('AuthnStatement')[0]?.attributes.SessionNotOnOrAfter
  return end && !Number.isNaN(Date.parse(end)) ? toTimestamp(end) : undefined
}
