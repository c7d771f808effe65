// Packs the objects written since the fetch. Each is loaded in sequence, because together they may exceed memory.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'

const TYPES = new Map([
  ['commit', 1],
  ['tree', 2],
  ['blob', 3],
])

/** Fetched objects are in a pack already; new objects are loose files. */
export const packLooseObjects = async (gitdir: string, file: string): Promise<void> =>
  pipeline(packOf(await looseFiles(join(gitdir, 'objects'))), createWriteStream(file))

async function looseFiles(objects: string): Promise<string[]> {
  const folders = (await readdir(objects)).filter((name) => /^[0-9a-f]{2}$/.test(name))
  const files = await Promise.all(folders.map((folder) => readdir(join(objects, folder))))
  return folders.flatMap((folder, at) => files[at]!.map((name) => join(objects, folder, name)))
}

async function* packOf(files: readonly string[]): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha1')
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(files.length, 8)
  hash.update(head)
  yield head
  for (const file of files) {
    const entry = await entryOf(file)
    hash.update(entry)
    yield entry
  }
  yield hash.digest()
}

async function entryOf(file: string): Promise<Buffer> {
  const object = await promisify(inflate)(await readFile(file))
  const start = object.indexOf(0) + 1
  const [type = '', size] = object.toString('latin1', 0, start - 1).split(' ')
  return Buffer.concat([entryHead(TYPES.get(type)!, Number(size)), await promisify(deflate)(object.subarray(start))])
}

// The size is encoded in groups of seven bits, four in the first byte; the highest bit says that more follow.
function entryHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 128
    bytes.push(rest & 127)
  }
  return Buffer.from(bytes)
}
