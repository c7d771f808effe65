// A device with passkeys, in software: it creates keys and signs challenges as a browser would hand them over.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

interface Held {
  id: string
  userHandle: string
  privateKey: KeyObject
  counter: number
}

// biome-ignore lint/suspicious/noExplicitAny: options as the server sends them
type Options = any

export function createAuthenticator(origin: string) {
  const held: Held[] = []
  const rpId = new URL(origin).hostname
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const hash = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

  const client = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  function dataOf(flags: number, counter: number, more = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, more])
  }

  return {
    held,
    create(options: Options, { from }: { from?: string } = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x, y } = publicKey.export({ format: 'jwk' })
      const id = randomBytes(32)
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = dataOf(PRESENT | VERIFIED | ATTESTED, 0, Buffer.concat([Buffer.alloc(16), length, id, cose]))
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      held.push({ id: text(id), userHandle: options.user.id, privateKey, counter: 0 })
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client('webauthn.create', options.challenge, from)),
          attestationObject: text(attestationObject),
          transports: ['internal'],
        },
      }
    },

    /** Answers with the last passkey. */
    get(
      options: Options,
      { from, verified = true, counter }: { from?: string; verified?: boolean; counter?: number } = {},
    ) {
      const passkey = held.at(-1)!
      passkey.counter = counter ?? passkey.counter + 1
      const authenticatorData = dataOf(PRESENT | (verified ? VERIFIED : 0), passkey.counter)
      const clientDataJSON = client('webauthn.get', options.challenge, from)
      const signed = Buffer.concat([authenticatorData, hash(clientDataJSON)])
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientDataJSON),
          authenticatorData: text(authenticatorData),
          signature: text(sign('sha256', signed, passkey.privateKey)),
          userHandle: passkey.userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
