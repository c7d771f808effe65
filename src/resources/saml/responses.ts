// Reads and verifies SAML responses. The library verifies signatures and reads only signed elements; the remaining
// checks are here.

import { Refusal, type RefusalName } from '../../domain/sessions/index.ts'
import type { Identity, SamlProvider as Provider } from '../../domain/sso/index.ts'
import { DAY, fromNow } from '../../lib/time.ts'
import { listAttributes, readIdentity } from './identity.ts'
import { type Service, SKEW, samlOf } from './protocol.ts'
import type { SamlRequest } from './requests.ts'
import { type Element, parseXml } from './xml.ts'

/** The longest time an assertion is stored against replay. Requests expire long before. */
const MAX_REPLAY_MEMORY = DAY
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** The unverified envelope of a response. */
export interface Envelope {
  /** The original message, in base64. */
  message: string
  name: string
  root: Element
  /** The request that the response is for; empty if it names none. */
  inResponseTo: string
}

/** Parses a response. */
export async function openEnvelope(message: string): Promise<Envelope> {
  const xml = Buffer.from(message, 'base64').toString('utf8')
  const { name, root } = await parseXml(xml).catch(refuseAs('unreadable'))
  return { message, name, root, inResponseTo: root.attributes.InResponseTo ?? '' }
}

/** Turns any error from untrusted input into a refusal. */
const refuseAs =
  (name: RefusalName) =>
  (error: unknown): never => {
    throw error instanceof Refusal ? error : new Refusal(name, String(error))
  }

/** Rejects responses that are not worth verifying. */
export function checkEnvelope({ name, root, inResponseTo }: Envelope, { acsURL }: Service): void {
  const { Destination } = root.attributes
  if (name !== 'Response') throw new Refusal('unreadable', `a ${name} is not a Response`)
  if (Destination !== undefined && Destination !== acsURL) throw new Refusal('notTrusted', `meant for ${Destination}`)
  const status = root.children('Status')[0]?.children('StatusCode')[0]?.attributes.Value
  if (status !== SUCCESS) throw new Refusal('denied', `status ${status}`)
  const weak = root.all().find(({ attributes }) => /[#-]sha1$/i.test(attributes.Algorithm ?? ''))
  if (weak) throw new Refusal('weakAlgorithm', weak.attributes.Algorithm)
  if (!inResponseTo) throw new Refusal('unasked', 'no InResponseTo')
}

export interface Verified {
  /** What the provider says about the person; refuses what names nobody. */
  identity(): Identity
  attributes: [name: string, values: string[]][]
  assertion: { id: string; expiresAt: string }
}

/** Verifies the response. */
export const verifyResponse = (
  provider: Provider,
  service: Service,
  request: SamlRequest,
  envelope: Envelope,
): Promise<Verified> => readResponse(provider, service, request, envelope).catch(refuseAs('notTrusted'))

async function readResponse(
  provider: Provider,
  service: Service,
  request: SamlRequest,
  { message }: Envelope,
): Promise<Verified> {
  const saml = samlOf(provider, service, request.id)
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: message })
  if (!profile) throw new Refusal('notTrusted', 'no assertion')
  const { root: assertion } = await parseXml(profile.getAssertionXml!())
  const expiresAt = checkAssertion(assertion, provider, service, request)
  return {
    identity: () => readIdentity(assertion),
    attributes: listAttributes(assertion),
    assertion: { id: assertion.attributes.ID!, expiresAt },
  }
}

/** Performs the checks the library leaves out, and returns when the assertion expires. */
function checkAssertion(assertion: Element, { entity_id }: Provider, { acsURL }: Service, { id }: SamlRequest): string {
  const issuer = assertion.children('Issuer')[0]?.text
  if (issuer !== entity_id.trim()) throw new Refusal('notTrusted', `issued by ${issuer}`)
  if (!assertion.attributes.ID) throw new Refusal('notTrusted', 'assertion without ID')
  if (assertion.children('AuthnStatement').length === 0) throw new Refusal('notTrusted', 'no AuthnStatement')
  const confirmed = confirmations(assertion).find(
    ({ Recipient, InResponseTo, NotOnOrAfter = '' }) =>
      Recipient === acsURL && InResponseTo === id && Date.parse(NotOnOrAfter) + SKEW > Date.now(),
  )
  if (!confirmed) throw new Refusal('notTrusted', 'no subject confirmation for this request')
  return fromNow(Math.min(Date.parse(confirmed.NotOnOrAfter!) + SKEW - Date.now(), MAX_REPLAY_MEMORY))
}

const confirmations = (assertion: Element): Record<string, string>[] =>
  assertion
    .children('Subject')
    .flatMap((subject) => subject.children('SubjectConfirmation'))
    .filter(({ attributes }) => attributes.Method === BEARER)
    .flatMap((confirmation) => confirmation.children('SubjectConfirmationData'))
    .map(({ attributes }) => attributes)
