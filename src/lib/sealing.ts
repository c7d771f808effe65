// Authenticated encryption of text with AES-256-GCM.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_LENGTH = 12
const TAG_LENGTH = 16

export function seal(text: string, secret: string): string {
  const iv = randomBytes(IV_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts a sealed text; throws if the secret is wrong or the text was modified. */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, IV_LENGTH))
  decipher.setAuthTag(bytes.subarray(IV_LENGTH, IV_LENGTH + TAG_LENGTH))
  const text = [decipher.update(bytes.subarray(IV_LENGTH + TAG_LENGTH)), decipher.final()]
  return Buffer.concat(text).toString('utf8')
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'lectern', 32))

/** Seals and unseals with the server secret. */
export interface Vault {
  seal(text: string): string
  unseal(sealed: string): string
}

export const createVault = (secret: string): Vault => ({
  seal: (text) => seal(text, secret),
  unseal: (sealed) => unseal(sealed, secret),
})
