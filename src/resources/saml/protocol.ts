// Wraps the SAML library: service provider metadata and authentication requests. Loaded on the first sign-in.
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { Refusal } from '../../domain/sessions/index.ts'
import type { SamlProvider as Provider, samlServiceOf } from '../../domain/sso/index.ts'
import { MINUTE } from '../../lib/time.ts'
import { readCertificates } from './certificates.ts'
import { REQUEST_TTL } from './requests.ts'

/** The accepted clock difference between the two servers. */
export const SKEW = 2 * MINUTE

export type Service = ReturnType<typeof samlServiceOf>

export const describeService = ({ entityID, acsURL }: Service): string =>
  generateServiceProviderMetadata({ issuer: entityID, callbackUrl: acsURL, wantAssertionsSigned: true })

/** The URL of the identity provider that starts a sign-in. */
export const requestUrl = (provider: Provider, service: Service, requestId: string): Promise<string> =>
  samlOf(provider, service, requestId).getAuthorizeUrlAsync('', undefined, {})

/** A client for one request: it accepts no response to another. */
export function samlOf(provider: Provider, { entityID, acsURL }: Service, requestId: string): SAML {
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
    // The identity provider decides how users authenticate.
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: SKEW,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_TTL,
    generateUniqueId: () => requestId,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  })
}
