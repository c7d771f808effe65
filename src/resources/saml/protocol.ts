// SAML itself: what is sent to an identity provider, and the checks of what it answers. The library verifies signatures
// and reads only what is signed; what it leaves to its users is checked here. Loaded when somebody first signs in.
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { DAY, fromNow, MINUTE } from '../../lib/time.ts'
import { readCertificates } from './certificates.ts'
import { readIdentity } from './identity.ts'
import type { Provider, serviceOf } from './queries.ts'
import { Refusal, type RefusalName } from './refusals.ts'
import { type Identity, REQUEST_LASTS, type SamlRequest } from './requests.ts'
import { type Element, parseXml } from './xml.ts'

/** How far the clocks of the two sides may be apart. */
const SKEW = 2 * MINUTE
/** Requests are gone long before: no answer needs to be remembered for longer. */
const REMEMBERED = DAY
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

type Service = ReturnType<typeof serviceOf>

export const describeService = ({ entityID, acsURL }: Service): string =>
  generateServiceProviderMetadata({ issuer: entityID, callbackUrl: acsURL, wantAssertionsSigned: true })

/** Where to send the browser so that somebody signs in. */
export const requestUrl = (provider: Provider, service: Service, requestId: string): Promise<string> =>
  samlOf(provider, service, requestId).getAuthorizeUrlAsync('', undefined, {})

function samlOf(provider: Provider, { entityID, acsURL }: Service, requestId: string): SAML {
  const idpCert = readCertificates(provider.certificate)
  if (idpCert.length === 0) throw new Refusal('badCertificate')
  return new SAML({
    entryPoint: provider.sso_url,
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    idpCert,
    // The response or the assertion must be signed; identity providers differ in which one they sign.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // How people prove who they are is the identity provider's business.
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: SKEW,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_LASTS,
    generateUniqueId: () => requestId,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  })
}

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
  if (issuer !== entity_id) throw new Refusal('notTrusted', `issued by ${issuer}`)
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
