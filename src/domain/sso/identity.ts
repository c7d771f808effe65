// Who somebody is, as an identity provider describes them.
import { clip, isStorable } from '../../lib/text.ts'
import type { Timestamp } from '../../lib/time.ts'

export interface Identity {
  /** Normalized. */
  email: string
  displayName?: string | undefined
  /** The end of the session at the identity provider. */
  until?: Timestamp | undefined
}

const MAX_EMAIL = 254
const MAX_NAME = 64

/** True for an email address that can be an account. */
export const isAddress = (text: string): boolean =>
  text.length <= MAX_EMAIL && isStorable(text) && /^[^\s@"<>(),;:]+@[^\s@"<>(),;:]+\.[^\s@"<>(),;:]+$/.test(text)

/** The name of the user; undefined if it is empty or cannot be stored. */
export const toDisplayName = (text: string): string | undefined =>
  text && isStorable(text) ? clip(text, MAX_NAME) : undefined
