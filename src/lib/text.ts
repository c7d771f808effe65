// Helpers for untrusted text.

/** True for text that both databases store unchanged: no NUL, no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

export const emailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** At most `length` characters, cut between code points. */
export function clip(text: string, length: number): string {
  return text.length <= length
    ? text
    : [...text].reduce((kept, point) => ((kept + point).length <= length ? kept + point : kept), '')
}

/** A title as the name of a file; `fallback` if nothing is left of it. */
export const toFileName = (title: string, fallback: string): string =>
  clip(title.toWellFormed().replaceAll(/[^\p{L}\p{N}]+/gu, '-'), 60).replace(/^-|-$/g, '') || fallback

const ASCII = /^[\0-\x7f]*$/

export const isAscii = (text: string): boolean => ASCII.test(text)
