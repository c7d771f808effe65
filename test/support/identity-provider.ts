// A SAML identity provider. It uses another library than the server: it reads our metadata, accepts our requests and
// signs the responses.
import { randomUUID } from 'node:crypto'
import { IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import { createCertificate } from './certificate.ts'

setSchemaValidator({ validate: async () => 'schemas are not checked' })

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

export interface Answering {
  email?: string
  /** Additional attributes of the assertion, by name. */
  attributes?: Record<string, string>
  /** The signed part; the assertion by default. */
  signed?: 'assertion' | 'response' | 'both' | 'none'
  /** Values that replace the valid ones. */
  values?: Partial<Values>
  /** Edits the XML before it is signed. */
  before?: (xml: string) => string
  /** Edits the signed XML. */
  after?: (xml: string) => string
  algorithm?: string
}

type Values = ReturnType<typeof rightValues>

export function createIdentityProvider(entityID = `https://idp.example/${randomUUID()}`) {
  const { privateKey, certificate } = createCertificate('An identity provider')
  const ssoURL = 'https://idp.example/sign-in?tenant=1'
  const bare = certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  const idpWith = (algorithm?: string) =>
    IdentityProvider({
      entityID,
      privateKey,
      signingCert: certificate,
      ...(algorithm && { requestSignatureAlgorithm: algorithm }),
      singleSignOnService: [{ Binding: REDIRECT, Location: ssoURL }],
      singleLogoutService: [{ Binding: REDIRECT, Location: ssoURL }],
    })

  /** Returns the form value that the browser posts back after `request`, the URL it was redirected to. */
  async function answer(request: string, metadata: string, answering: Answering = {}): Promise<string> {
    const { signed = 'assertion', before = same, after = same, algorithm } = answering
    const idp = idpWith(algorithm)
    const sp = ServiceProvider({
      metadata: signed === 'response' ? metadata.replace('WantAssertionsSigned="true"', '') : metadata,
      wantMessageSigned: signed === 'both',
    })
    const query = Object.fromEntries(new URL(request).searchParams)
    const asked = await idp.parseLoginRequest(sp, 'redirect', { query })
    const values = { ...rightValues(entityID, sp, String(asked.extract.request?.id)), ...answering.values }
    const xml = before(write(values, answering))
    if (signed === 'none') return encode(after(xml))
    const context = { customTagReplacement: () => ({ id: values.id, context: xml }) }
    const made = await idp.createLoginResponse(sp, asked as never, 'post', {}, context as never)
    return encode(after(Buffer.from(made.context, 'base64').toString()))
  }

  return { entityID, ssoURL, certificate, bare, answer }
}

const same = (xml: string) => xml
const encode = (xml: string) => Buffer.from(xml).toString('base64')
const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

function rightValues(issuer: string, sp: ReturnType<typeof ServiceProvider>, inResponseTo: string) {
  const acsURL = sp.entityMeta.getAssertionConsumerService('post') as string
  return {
    id: `_${randomUUID()}`,
    assertionId: `_${randomUUID()}`,
    issuer,
    inResponseTo,
    confirmedFor: inResponseTo,
    destination: acsURL,
    recipient: acsURL,
    audience: sp.entityMeta.getEntityID() as string,
    notBefore: fromNow(-1),
    notOnOrAfter: fromNow(5),
    confirmedUntil: fromNow(5),
    sessionUntil: fromNow(60),
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
  }
}

const attribute = ([name, value]: [string, string]) =>
  `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`

export const assertionXml = (values: Values, email: string, attributes: Record<string, string> = {}) =>
  `<saml:Assertion ID="${values.assertionId}" Version="2.0" IssueInstant="${fromNow(0)}"><saml:Issuer>${values.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${values.confirmedUntil}" Recipient="${values.recipient}" InResponseTo="${values.confirmedFor}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${values.notBefore}" NotOnOrAfter="${values.notOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${values.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${fromNow(0)}" SessionNotOnOrAfter="${values.sessionUntil}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${Object.entries(attributes).map(attribute).join('')}</saml:AttributeStatement></saml:Assertion>`

const write = (values: Values, { email = `${randomUUID()}@example.com`, attributes }: Answering) =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${values.id}" Version="2.0" IssueInstant="${fromNow(0)}" Destination="${values.destination}" InResponseTo="${values.inResponseTo}"><saml:Issuer>${values.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${values.status}"/></samlp:Status>${assertionXml(values, email, attributes)}</samlp:Response>`
