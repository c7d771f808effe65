// SAML as the library speaks it: what an identity provider has to know about us, and what is sent to it. Loaded when
// somebody first signs in.
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { MINUTE } from '../../lib/time.ts'
import { readCertificates } from './certificates.ts'
import type { Provider, serviceOf } from './queries.ts'
import { Refusal } from './refusals.ts'
import { REQUEST_LASTS } from './requests.ts'

/** How far the clocks of the two sides may be apart. */
export const SKEW = 2 * MINUTE

export type Service = ReturnType<typeof serviceOf>

export const describeService = ({ entityID, acsURL }: Service): string =>
  generateServiceProviderMetadata({ issuer: entityID, callbackUrl: acsURL, wantAssertionsSigned: true })

/** Where to send the browser so that somebody signs in. */
export const requestUrl = (provider: Provider, service: Service, requestId: string): Promise<string> =>
  samlOf(provider, service, requestId).getAuthorizeUrlAsync('', undefined, {})

/** For one request: no answer to another is taken. */
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
