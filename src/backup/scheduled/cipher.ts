// Encrypts what is stored in a target of backups with AES-256-GCM: a random IV, the bytes, and the tag that proves them.
// The name of what is stored is proved too, so that nothing can be put in the place of something else.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { BackupError } from '../format.ts'

const IV = 12
const TAG = 16

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface Cipher {
  /** Names the key without telling it: what is stored with one key is apart from everything else. */
  id: string
  /** The name for bytes with this hash; others cannot tell from it what they are. */
  nameOf(hash: string): string
  seal(source: Bytes, name: string): AsyncGenerator<Uint8Array>
  /** Throws at the end if the key is wrong or something was changed: nothing may be used before that. */
  unseal(source: Bytes, name: string): AsyncGenerator<Uint8Array>
}

/** Without a key, bytes are stored as they are. */
export const createCipher = (key: string | undefined): Cipher => (key === undefined ? PLAIN : encrypting(key))

const PLAIN: Cipher = {
  id: 'plain',
  nameOf: (hash) => hash,
  async *seal(source) {
    yield* source
  },
  async *unseal(source) {
    yield* source
  },
}

function encrypting(key: string): Cipher {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `lectern backup ${use}`, 32))
  const [secret, naming] = [derive('encryption'), derive('names')]
  const nameOf = (hash: string) => createHmac('sha256', naming).update(hash).digest('hex')
  return {
    id: nameOf('id').slice(0, 16),
    nameOf,
    async *seal(source, name) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', secret, iv, { authTagLength: TAG }).setAAD(Buffer.from(name))
      yield iv
      for await (const chunk of source) yield cipher.update(chunk)
      yield cipher.final()
      yield cipher.getAuthTag()
    },
    async *unseal(source, name) {
      let decipher: ReturnType<typeof decipherOf> | undefined
      let held = Buffer.alloc(0)
      for await (const chunk of source) {
        held = Buffer.concat([held, chunk])
        if (!decipher && held.length >= IV) {
          decipher = decipherOf(secret, held.subarray(0, IV), name)
          held = held.subarray(IV)
        }
        if (!decipher || held.length <= TAG) continue
        yield decipher.update(held.subarray(0, -TAG))
        held = held.subarray(-TAG)
      }
      yield finish(decipher, held, name)
    },
  }
}

const decipherOf = (secret: Buffer, iv: Buffer, name: string) =>
  createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: TAG }).setAAD(Buffer.from(name))

function finish(decipher: ReturnType<typeof decipherOf> | undefined, tag: Buffer, name: string): Uint8Array {
  try {
    if (decipher && tag.length === TAG) return decipher.setAuthTag(tag).final()
  } catch {
    // The tag does not fit.
  }
  throw new BackupError(`${name} is damaged, or was encrypted with another key.`)
}
