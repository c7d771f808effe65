// Signs links, which can be used without a token until they expire.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { DAY } from '../lib/time.ts'

export interface Signer {
  sign(...parts: string[]): string
  isSigned(signature: string, ...parts: string[]): boolean
}

export function createSigner(secret: string): Signer {
  // The secret is also used for encryption, so links get a derived key.
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

/** The period of a time. Links to files are equal within a period, so that they can be cached. */
export const linkPeriod = (at = Date.now()): number => Math.floor(at / PERIOD)

/** The expiry of links created now: they last for at least one period. */
export const linkExpiry = (at = Date.now()): number => (linkPeriod(at) + 2) * PERIOD
