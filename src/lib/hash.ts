// Hashing for what must be found or compared again but never read back.
import { createHash } from 'node:crypto'

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('base64url')
