// The fonts of books, without what only browsers use. Their license (SIL Open Font License) allows embedding,
// redistribution and changes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export function buildPrintFonts(root, folder) {
  mkdirSync(folder)
  const packages = JSON.parse(readFileSync(join(root, 'src/pdf/fonts.json'), 'utf8'))
  for (const [name, files] of Object.entries(packages))
    for (const file of files)
      writeFileSync(join(folder, basename(file)), withoutSvg(readFileSync(join(root, 'node_modules', name, file))))
  return Object.keys(packages)
}

const HEADER = 12
const ENTRY = 16

/** Drops the table `SVG ` of a font, which repeats its outlines for browsers: four fifths of the emoji. */
export function withoutSvg(font) {
  const count = font.readUInt16BE(4)
  const entries = Array.from({ length: count }, (_, at) =>
    font.subarray(HEADER + at * ENTRY, HEADER + (at + 1) * ENTRY),
  )
  const kept = entries.filter((entry) => entry.toString('latin1', 0, 4) !== 'SVG ')
  if (kept.length === count) return font
  const head = Buffer.alloc(HEADER + kept.length * ENTRY)
  font.copy(head, 0, 0, 4)
  head.writeUInt16BE(kept.length, 4)
  const power = Math.floor(Math.log2(kept.length))
  head.writeUInt16BE(2 ** power * ENTRY, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((kept.length - 2 ** power) * ENTRY, 10)
  const tables = []
  let end = head.length
  for (const [at, entry] of kept.entries()) {
    const [from, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const copy = head.subarray(HEADER + at * ENTRY, HEADER + (at + 1) * ENTRY)
    entry.copy(copy)
    copy.writeUInt32BE(end, 8)
    // Tables begin at multiples of four.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4)
    font.copy(padded, 0, from, from + length)
    tables.push(padded)
    end += padded.length
  }
  return Buffer.concat([head, ...tables])
}
