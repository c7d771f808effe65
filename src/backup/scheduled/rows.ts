// Rows as text, cut into pieces where the rows themselves say so: a row that is added, changed or removed changes one or
// two pieces, and all others are there already from the backup before.
import { crc32 } from 'node:zlib'
import type { CopiedRow, Value } from '../../db/bulk.ts'
import type { TableSchema } from '../../db/introspection.ts'

const USUAL = 128 * 1024
const MAX = 4 * 1024 * 1024

type Packed = string | number | null | [string]

/** Bytes are a list of one text, so that they are told from texts. */
const pack = (value: Value): Packed =>
  value instanceof Uint8Array ? [Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64')] : value

const unpack = (value: Packed): Value => (Array.isArray(value) ? Buffer.from(value[0], 'base64') : value)

export const toLine = (table: TableSchema, row: CopiedRow): string =>
  JSON.stringify(table.columns.map(({ name }) => pack(row[name]!)))

export function toRow(table: TableSchema, line: string): CopiedRow {
  const values = JSON.parse(line) as Packed[]
  return Object.fromEntries(table.columns.map(({ name }, at) => [name, unpack(values[at]!)]))
}

/** Gathers lines and returns each piece when it is complete. */
export class Cutter {
  #lines: string[] = []
  #size = 0

  /** The piece that this line ends, if it ends one. */
  add(line: string): string | undefined {
    this.#lines.push(line)
    this.#size += line.length
    // The longer a line, the likelier it ends a piece: pieces have about the same size in every table.
    const ends = crc32(line) / 2 ** 32 < line.length / USUAL
    return ends || this.#size >= MAX ? this.rest() : undefined
  }

  rest(): string | undefined {
    if (this.#lines.length === 0) return undefined
    const piece = this.#lines.join('\n')
    this.#lines = []
    this.#size = 0
    return piece
  }
}
