// What an identity provider answers, and the checks of it. The library verifies signatures and reads only what is signed;
// what it leaves to its users is checked here.
import { DAY, fromNow } from '../../lib/time.ts'
import { readIdentity } from './identity.ts'
import { type Service, SKEW, samlOf } from './protocol.ts'
import type { Provider } from './queries.ts'
import { Refusal, type RefusalName } from './refusals.ts'
import type { Identity, SamlRequest } from './requests.ts'
import { type Element, parseXml } from './xml.ts'

/** Requests are gone long before: no answer needs to be remembered for longer. */
const REMEMBERED = DAY
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** The outside of an answer, before anything about it is known to be true. */
export interface Envelope {
  /** As it came: base64. */
  message: string
  inResponseTo: string
}

/** Reads which request an answer is for, and refuses what need not be looked at any further. */
export const openEnvelope = (message: string, service: Service): Promise<Envelope> =>
  readEnvelope(message, service).catch(refuseAs('unreadable'))

/** Whatever goes wrong with a text from outside is the fault of the text. */
const refuseAs = (name: RefusalName) => (error: unknown) => {
  throw error instanceof Refusal ? error : new Refusal(name, String(error))
}

async function readEnvelope(message: string, { acsURL }: Service): Promise<Envelope> {
  const { name, root } = await parseXml(Buffer.from(message, 'base64').toString('utf8'))
  const { Destination, InResponseTo } = root.attributes
  if (name !== 'Response') throw new Refusal('unreadable', `a ${name} is no Response`)
  if (Destination !== undefined && Destination !== acsURL) throw new Refusal('notTrusted', `meant for ${Destination}`)
  const status = root.children('Status')[0]?.children('StatusCode')[0]?.attributes.Value
  if (status !== SUCCESS) throw new Refusal('denied', `status ${status}`)
  const weak = root.all().find(({ attributes }) => /[#-]sha1$/i.test(attributes.Algorithm ?? ''))
  if (weak) throw new Refusal('weakAlgorithm', weak.attributes.Algorithm)
  if (!InResponseTo) throw new Refusal('unasked', 'no InResponseTo')
  return { message, inResponseTo: InResponseTo }
}

export interface Verified {
  identity: Identity
  assertion: { id: string; expiresAt: string }
}

/** Who signed in, when all about the answer is right. */
export const verifyAnswer = (
  provider: Provider,
  service: Service,
  request: SamlRequest,
  envelope: Envelope,
): Promise<Verified> => readAnswer(provider, service, request, envelope).catch(refuseAs('notTrusted'))

async function readAnswer(
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
  return { identity: readIdentity(assertion), assertion: { id: assertion.attributes.ID!, expiresAt } }
}

/** What the library does not look at; answers until when the assertion could be used. */
function checkAssertion(assertion: Element, { entity_id }: Provider, { acsURL }: Service, { id }: SamlRequest): string {
  const issuer = assertion.children('Issuer')[0]?.text
  if (issuer !== entity_id.trim()) throw new Refusal('notTrusted', `issued by ${issuer}`)
  if (!assertion.attributes.ID) throw new Refusal('notTrusted', 'an assertion without ID')
  if (assertion.children('AuthnStatement').length === 0) throw new Refusal('notTrusted', 'nobody authenticated')
  const confirmed = confirmations(assertion).find(
    ({ Recipient, InResponseTo, NotOnOrAfter = '' }) =>
      Recipient === acsURL && InResponseTo === id && Date.parse(NotOnOrAfter) + SKEW > Date.now(),
  )
  if (!confirmed) throw new Refusal('notTrusted', 'no confirmation of the subject for this request')
  return fromNow(Math.min(Date.parse(confirmed.NotOnOrAfter!) + SKEW - Date.now(), REMEMBERED))
}

const confirmations = (assertion: Element): Record<string, string>[] =>
  assertion
    .children('Subject')
    .flatMap((subject) => subject.children('SubjectConfirmation'))
    .filter(({ attributes }) => attributes.Method === BEARER)
    .flatMap((confirmation) => confirmation.children('SubjectConfirmationData'))
    .map(({ attributes }) => attributes)
