// Options and credentials as JSON. Browsers that lack the methods for this get the same by hand.

type Json = Record<string, unknown>
type Described = { id: string } & Json

interface Parsers {
  parseCreationOptionsFromJSON?: (options: unknown) => PublicKeyCredentialCreationOptions
  parseRequestOptionsFromJSON?: (options: unknown) => PublicKeyCredentialRequestOptions
}

const own = () => PublicKeyCredential as unknown as Parsers

export function parseCreation(given: unknown): PublicKeyCredentialCreationOptions {
  if (own().parseCreationOptionsFromJSON) return own().parseCreationOptionsFromJSON!(given)
  const options = given as Json & { user: Described; challenge: string; excludeCredentials?: Described[] }
  return {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map(withBytes),
  } as unknown as PublicKeyCredentialCreationOptions
}

export function parseRequest(given: unknown): PublicKeyCredentialRequestOptions {
  if (own().parseRequestOptionsFromJSON) return own().parseRequestOptionsFromJSON!(given)
  const options = given as Json & { challenge: string; allowCredentials?: Described[] }
  return {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(withBytes),
  } as unknown as PublicKeyCredentialRequestOptions
}

const withBytes = (described: Described) => ({ ...described, id: toBytes(described.id) })

export function toJson(credential: PublicKeyCredential): unknown {
  if (typeof credential.toJSON === 'function') return credential.toJSON()
  const { id, rawId, type } = credential
  const response = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse
  return {
    id,
    rawId: toText(rawId),
    type,
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      ...(response.attestationObject && {
        attestationObject: toText(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      }),
      ...(response.signature && {
        authenticatorData: toText(response.authenticatorData),
        signature: toText(response.signature),
        ...(response.userHandle && { userHandle: toText(response.userHandle) }),
      }),
    },
  }
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
