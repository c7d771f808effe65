// Signatures of links: whoever holds one may use it without a token, as long as it lasts.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { DAY } from '../lib/time.ts'

export interface Signer {
  sign(...parts: string[]): string
  isSigned(signature: string, ...parts: string[]): boolean
}

export function createSigner(secret: string): Signer {
  // The secret also encrypts: a key of its own keeps the two uses apart.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'links', 32))
  const sign = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
  return {
    sign,
    isSigned(signature, ...parts) {
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(...parts))]
      return given.length === wanted.length && timingSafeEqual(given, wanted)
    },
  }
}

const PERIOD = 7 * DAY

/** Links to files are the same for everybody during one period, so that caches work. */
export const linkPeriod = (at = Date.now()): number => Math.floor(at / PERIOD)

/** When links made now end: they last for one whole period at least. */
export const linkEnd = (at = Date.now()): number => (linkPeriod(at) + 2) * PERIOD
