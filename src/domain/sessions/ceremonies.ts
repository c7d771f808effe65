// Creating a passkey, and proving to have one: what the browser is asked for, and the check of its answer. The library
// is loaded on demand, because it is large.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Database } from '../../db/database.ts'
import type { Db, Row } from '../../db/tables.ts'
import { findJson } from '../../lib/json.ts'
import { CHALLENGE_LIFETIME, insertChallenge, type Purpose, takeChallenge } from './challenges.ts'
import { listPasskeysOf, type NewPasskey } from './passkeys.ts'
import { Refusal } from './refusals.ts'
import type { RelyingParty } from './relying-party.ts'

const library = () => import('@simplewebauthn/server')

/** Algorithms that browsers and devices have: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257]

/** The owner of a new passkey, as the browser shows them. */
export interface PasskeyOwner {
  id: string
  email: string
  displayName: string
}

export async function registrationOptions(db: Db, party: RelyingParty, owner: PasskeyOwner) {
  const challenge = await insertChallenge(db, 'registration', owner.id)
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Lectern',
    rpID: party.id,
    userName: owner.email,
    userDisplayName: owner.displayName,
    userID: new TextEncoder().encode(owner.id),
    challenge,
    timeout: CHALLENGE_LIFETIME,
    attestationType: 'none',
    excludeCredentials: (await listPasskeysOf(db, owner.id)).map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Without a user, the browser offers all passkeys of this server. */
export async function authenticationOptions(
  db: Db,
  party: RelyingParty,
  { purpose, userId = null }: { purpose: Exclude<Purpose, 'registration'>; userId?: string | null },
) {
  const challenge = await insertChallenge(db, purpose, userId)
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge,
    timeout: CHALLENGE_LIFETIME,
    userVerification: 'required',
    ...(userId !== null && { allowCredentials: (await listPasskeysOf(db, userId)).map(describe) }),
  })
}

const describe = ({ credential_id, transports }: Row<'passkeys'>) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
})

/** Checks the answer of a browser that created a passkey. */
export async function verifyRegistration(
  database: Database,
  party: RelyingParty,
  userId: string,
  answer: Answer<RegistrationResponseJSON>,
): Promise<NewPasskey> {
  await database.write((db) => takeRegistration(db, userId, answer))
  return checkRegistration(party, answer)
}

/** Uses up the challenge that the browser answered. Who asked for it is the one whom the passkey is for. */
export async function takeRegistration(db: Db, userId: string, { challenge }: Answer<unknown>): Promise<void> {
  const asked = await takeChallenge(db, challenge)
  if (asked?.purpose !== 'registration' || asked.user_id !== userId)
    throw new Refusal('passkeyExpired', 'unknown challenge')
}

/** Checks the answer by itself; whether its challenge is one of ours is another question. */
export async function checkRegistration(
  party: RelyingParty,
  answer: Answer<RegistrationResponseJSON>,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library()
  const verified = await checked(() =>
    verifyRegistrationResponse({
      response: answer.response,
      expectedChallenge: answer.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified.verified) throw new Refusal('passkeyRefused', 'not verified')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const transports = answer.response.response.transports ?? []
  return {
    credentialId: id,
    publicKey,
    counter,
    transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 10),
  }
}

/** Checks that the browser has the passkey. Returns how often it was used, as far as the device counts. */
export async function verifyAuthentication(
  party: RelyingParty,
  passkey: Row<'passkeys'>,
  answer: Answer<AuthenticationResponseJSON>,
): Promise<{ counter: number }> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle } = answer.response.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id)
    throw new Refusal('passkeyRefused', 'the passkey names another user')
  const { verified, authenticationInfo } = await checked(() =>
    verifyAuthenticationResponse({
      response: answer.response,
      expectedChallenge: answer.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified) throw new Refusal('passkeyRefused', 'not verified')
  return { counter: authenticationInfo.newCounter }
}

// The library throws for everything that is wrong with an answer, from its form to its signature.
async function checked<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw new Refusal('passkeyRefused', error instanceof Error ? error.message : String(error))
  }
}

/** An answer of a browser, with the challenge that it says it signed. */
export interface Answer<Response> {
  response: Response
  challenge: string
}

/** CBOR is parsed recursively: within this many bytes, it cannot nest too deep. */
const MAX_BYTES = 2000
const MAX_TEXT = Math.ceil((MAX_BYTES * 4) / 3)
const LEVELS = 8
const FIELDS = {
  registration: ['clientDataJSON', 'attestationObject'],
  authentication: ['clientDataJSON', 'authenticatorData', 'signature'],
} as const

/** Reads the JSON of a browser's credential. */
export function readAnswer(kind: 'registration', credential: unknown): Answer<RegistrationResponseJSON>
export function readAnswer(kind: 'authentication', credential: unknown): Answer<AuthenticationResponseJSON>
export function readAnswer(kind: keyof typeof FIELDS, credential: unknown): Answer<unknown> {
  const { id, rawId, type, response } = recordOf(credential)
  const fields = recordOf(response)
  const { userHandle, transports } = fields
  const isReadable =
    [id, rawId, ...FIELDS[kind].map((name) => fields[name]), userHandle ?? ''].every(isBase64) &&
    type === 'public-key' &&
    (transports === undefined || (Array.isArray(transports) && transports.every((name) => typeof name === 'string')))
  if (!isReadable) throw new Refusal('passkeyRefused', 'not a credential')
  const client = recordOf(findJson(Buffer.from(fields.clientDataJSON as string, 'base64url').toString(), LEVELS))
  if (typeof client.challenge !== 'string') throw new Refusal('passkeyRefused', 'no challenge')
  return { response: { id, rawId, type, response: fields, clientExtensionResults: {} }, challenge: client.challenge }
}

/** The same for the field of a form. */
export const parseCredential = (text: string | undefined): unknown => findJson(text ?? '', LEVELS)

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const isBase64 = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_TEXT && /^[\w-]*$/.test(value)
