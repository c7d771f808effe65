// Stores URLs that may contain credentials: a redacted form for replies, and the complete URL sealed.
import type { Vault } from './sealing.ts'

export interface StoredUrl {
  /** The URL without secrets. */
  shown: string
  /** The complete URL, sealed; null if it contains no secrets. */
  sealed: string | null
}

const SECRET_NAME = /token|secret|pass|pwd|key|auth|sig|credential|jwt|session|code/i
const HIDDEN = 'hidden'

/** Removes user and password, and hides the values of parameters whose names suggest a secret. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const names = [...url.searchParams.keys()].filter((name) => SECRET_NAME.test(name))
  if (url.username === '' && url.password === '' && names.length === 0) return address
  url.username = ''
  url.password = ''
  for (const name of names) url.searchParams.set(name, HIDDEN)
  return url.href
}

/** `before` is the stored URL: if a client writes back its redacted form, the sealed URL is preserved. */
export function storeUrl(address: string, vault: Vault, before?: StoredUrl): StoredUrl {
  if (before?.sealed && address === before.shown) return before
  const shown = withoutCredentials(address)
  return { shown, sealed: shown === address ? null : vault.seal(address) }
}

/** The complete URL. */
export const readUrl = ({ shown, sealed }: StoredUrl, vault: Vault): string =>
  sealed === null ? shown : vault.unseal(sealed)
