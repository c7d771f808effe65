// API tokens: `lct_` and 40 base62 characters, the last 6 a checksum, so that a mistyped or leaked one is recognised
// without a database. Only their hash is stored.
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

const HASHES_KEPT = 1000
const hashes = new Map<string, string>()

/** Kept for tokens in use: hashing one anew for every request costs as much as reading its row. */
export function hashToken(token: string): string {
  const known = hashes.get(token)
  if (known !== undefined) return known
  if (hashes.size >= HASHES_KEPT) hashes.clear()
  const hash = sha256(token)
  hashes.set(token, hash)
  return hash
}

/** False for what cannot be a token of ours. A token given by configuration may have any form. */
export function isPlausibleToken(token: string): boolean {
  if (!token.startsWith(PREFIX)) return true
  const body = token.slice(PREFIX.length)
  return body.length === SECRET_LENGTH + CHECKSUM_LENGTH && body.endsWith(checksum(body.slice(0, SECRET_LENGTH)))
}

const checksum = (secret: string) => toBase62(crc32(secret), CHECKSUM_LENGTH)
