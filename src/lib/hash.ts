// Hashes values that are looked up or compared but never read back.
import { hash } from 'node:crypto'

export const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'base64url')
