// Checks a pack before it is unpacked: the number and the unpacked size of its objects. A pack of less than a megabyte
// can unpack to gigabytes.
import { inflateSync } from 'node:zlib'
import { GitFailure } from './failures.ts'
import { inMib, LIMITS } from './limits.ts'

const HEADER = 12
const TRAILER = 20
const OFS_DELTA = 6
const REF_DELTA = 7

/** Counts the objects and their unpacked size. Fails with a GitFailure that names the limit. */
export function checkPack(pack: Buffer): { objects: number; unpacked: number } {
  if (pack.length < HEADER + TRAILER || pack.toString('latin1', 0, 4) !== 'PACK') throw damaged()
  const count = pack.readUInt32BE(8)
  if (count > LIMITS.objects) throw tooLarge(`${LIMITS.objects} objects`)
  const depths = new Map<number, number>()
  let total = 0
  let at = HEADER
  for (let number = 0; number < count; number++) {
    const entry = readHeader(pack, at)
    const { size, end } = measure(pack, entry)
    total += size
    refuseLarge(size, total, pack.length)
    const depth = entry.base === undefined ? 0 : (depths.get(entry.base) ?? 0) + 1
    if (depth > LIMITS.deltas) throw tooLarge(`${LIMITS.deltas} chained deltas`)
    if (depth > 0) depths.set(at, depth)
    at = end
  }
  return { objects: count, unpacked: total }
}

export function refuseLarge(size: number, total: number, packed: number): void {
  if (size > LIMITS.object) throw tooLarge(`${inMib(LIMITS.object)} in one file`)
  if (total > LIMITS.unpacked) throw tooLarge(`${inMib(LIMITS.unpacked)} of files`)
  if (total > LIMITS.small && total > LIMITS.ratio * packed) throw tooLarge(`${LIMITS.ratio} times its size`)
}

interface Entry {
  type: number
  /** The unpacked size of the data: an object, or a delta. */
  size: number
  /** The offset of the base object of an offset delta. */
  base?: number
  dataAt: number
}

// Numbers are encoded in groups of seven bits; the highest bit says that more follow.
function readHeader(pack: Buffer, start: number): Entry {
  let at = start
  let byte = byteAt(pack, at++)
  const type = (byte >> 4) & 7
  let size = byte & 15
  for (let factor = 16; byte & 128; factor *= 128) {
    byte = byteAt(pack, at++)
    size += (byte & 127) * factor
  }
  if (type === REF_DELTA) return { type, size, dataAt: at + 20 }
  if (type !== OFS_DELTA) return { type, size, dataAt: at }
  byte = byteAt(pack, at++)
  let distance = byte & 127
  while (byte & 128) {
    byte = byteAt(pack, at++)
    distance = (distance + 1) * 128 + (byte & 127)
  }
  return { type, size, base: start - distance, dataAt: at }
}

/** Returns the size of the object and the end of its data. */
function measure(pack: Buffer, { type, size, dataAt }: Entry): { size: number; end: number } {
  if (size > LIMITS.object) throw tooLarge(`${inMib(LIMITS.object)} in one file`)
  const { buffer, bytes } = unpack(pack.subarray(dataAt), size)
  const isDelta = type === OFS_DELTA || type === REF_DELTA
  return { size: isDelta ? resultSize(buffer) : size, end: dataAt + bytes }
}

function unpack(data: Buffer, size: number): { buffer: Buffer; bytes: number } {
  try {
    // The type declarations lack `info`.
    const { buffer, engine } = inflateSync(data, { info: true, maxOutputLength: size + 1 }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    if (buffer.length === size) return { buffer, bytes: engine.bytesWritten }
  } catch {
    // Also if the data is larger than declared.
  }
  throw damaged()
}

/** A delta begins with the size of its base, then that of its result. */
function resultSize(delta: Buffer): number {
  const [, start] = readSize(delta, 0)
  return readSize(delta, start)[0]
}

function readSize(bytes: Buffer, start: number): [size: number, end: number] {
  let at = start
  let size = 0
  for (let factor = 1; ; factor *= 128) {
    const byte = byteAt(bytes, at++)
    size += (byte & 127) * factor
    if (!(byte & 128)) return [size, at]
  }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw damaged()
  return byte
}

export const damaged = () =>
  new GitFailure('The data from the repository is damaged: try again, or repair the repository.')

export const tooLarge = (what: string) =>
  new GitFailure(`The repository unpacks to more than ${what}: remove large files from it, or use a smaller one.`)
