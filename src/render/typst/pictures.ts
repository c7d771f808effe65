// Pictures that can be printed, by the reference to their file.
import { isContentRef } from '../../engine/content-ref.ts'
import type { Picture } from './book.ts'
import { array, type Code, call, int } from './code.ts'
import type { Context } from './contract.ts'

export function pictureOf(ref: unknown, { book }: Context): Picture | undefined {
  if (!isContentRef(ref) || ref.kind !== 'file' || !Object.hasOwn(book.files, ref.file)) return undefined
  return book.files[ref.file]!.picture
}

/** What Typst has to be told about bytes that do not tell it themselves. */
export const rawFormat = ({ pixels, width, height }: Picture): Code =>
  pixels ? call('bare-pixels', [int(width), int(height)]) : array([])

export const SIZES = `
#let bare-pixels(width, height) = arguments(format: (encoding: "rgba8", width: width, height: height))
`
