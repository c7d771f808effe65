// Finds the printable picture of a file reference.
import { isContentRef } from '../../engine/content-ref.ts'
import type { Picture } from './book.ts'
import { array, type Code, call, int } from './code.ts'
import type { Context } from './contract.ts'

export function pictureOf(ref: unknown, { book }: Context): Picture | undefined {
  if (!isContentRef(ref) || ref.kind !== 'file' || !Object.hasOwn(book.files, ref.file)) return undefined
  return book.files[ref.file]!.picture
}

/** The format of raw pixels, which Typst cannot detect. */
export const rawFormat = ({ pixels, width, height }: Picture): Code =>
  pixels ? call('bare-pixels', [int(width), int(height)]) : array([])

export const SIZES = `
#let bare-pixels(width, height) = arguments(format: (encoding: "rgba8", width: width, height: height))
`
