// API tokens: `lct_` and 40 base62 characters, the last 6 of which are a checksum, so that mistyped and leaked tokens
// can be recognized without the database. Only the hash is stored.
import { crc32 } from 'node:zlib'
import { sha256 } from '../lib/hash.ts'
import { randomBase62, toBase62 } from '../lib/ids.ts'

const PREFIX = 'lct_'
const SECRET_LENGTH = 34
const CHECKSUM_LENGTH = 6

export function createToken(): string {
  const secret = randomBase62(SECRET_LENGTH)
  return PREFIX + secret + checksum(secret)
}

export const hashToken = (token: string): string => sha256(token)

/** Integrations and their installations have tokens of their own: they are signed. */
export const INTEGRATION_PREFIX = 'lci_'

export const isIntegrationToken = (token: string): boolean => token.startsWith(INTEGRATION_PREFIX)

/** True for tokens in this server's format, valid or not. */
export const hasTokenFormat = (token: string): boolean => token.startsWith(PREFIX) && isPlausibleToken(token)

/** False for tokens with our prefix and a wrong checksum. A configured admin token may have any form. */
export function isPlausibleToken(token: string): boolean {
  if (!token.startsWith(PREFIX)) return true
  const body = token.slice(PREFIX.length)
  return body.length === SECRET_LENGTH + CHECKSUM_LENGTH && body.endsWith(checksum(body.slice(0, SECRET_LENGTH)))
}

const checksum = (secret: string) => toBase62(crc32(secret), CHECKSUM_LENGTH)
