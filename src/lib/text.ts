// Checks on text that arrives from outside.

/** Text that every store can hold and give back unchanged: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

export const emailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** At most `length` characters, cut between code points. */
export function clip(text: string, length: number): string {
  return text.length <= length
    ? text
    : [...text].reduce((kept, point) => ((kept + point).length <= length ? kept + point : kept), '')
}
