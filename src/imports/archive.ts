// Reads a ZIP archive defensively: checks the declared sizes before unpacking, and the actual sizes against them.
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { BOUNDS } from './bounds.ts'
import { ImportFailure } from './model.ts'

export interface Archive {
  names: string[]
  sizeOf(name: string): number
  /** Fails with an ImportFailure, also while the file is read. */
  open(name: string): Promise<AsyncIterable<Buffer>>
  read(name: string): Promise<Buffer>
}

const MIB = 1024 * 1024
/** Below this size, any compression ratio is accepted. */
const SMALL = 5 * MIB

export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await orFailure(fromBufferPromise(bytes))
  const entries = new Map((await orFailure(listEntries(zip))).map((entry) => [entry.fileName, entry]))
  const stream = (name: string) => orFailure(zip.openReadStreamPromise(entries.get(name)!))
  return {
    names: [...entries.keys()],
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    open: async (name) => orFailureWithin(await stream(name)),
    read: async (name) => Buffer.concat(await orFailure((await stream(name)).toArray())),
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  let size = 0
  if (zip.entryCount > BOUNDS.entries) throw tooLarge(`more than ${BOUNDS.entries} files`)
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    if (entry.isEncrypted()) throw protectedByPassword()
    size += entry.uncompressedSize
    if (size > BOUNDS.bytes) throw tooLarge(`more than ${BOUNDS.bytes / MIB} MiB of unpacked files`)
    if (entry.uncompressedSize > SMALL && entry.uncompressedSize > BOUNDS.ratio * entry.compressedSize)
      throw tooLarge('a file with an excessive compression ratio')
    entries.push(entry)
  }
  return entries
}

const tooLarge = (what: string) => new ImportFailure(`The archive has ${what}: import it in smaller parts.`)

export const protectedByPassword = () =>
  new ImportFailure('The file is protected by a password: remove the password and import it again.')

async function* orFailureWithin(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw toFailure(error)
  }
}

async function orFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toFailure(error)
  }
}

function toFailure(error: unknown): ImportFailure {
  if (error instanceof ImportFailure) return error
  const text = error instanceof Error ? error.message : ''
  if (/relative path|absolute path|invalid characters/.test(text))
    return new ImportFailure('The archive names files outside itself: pack it again from one folder.')
  if (/encryption|encrypted/i.test(text)) return protectedByPassword()
  if (/End of central directory/i.test(text))
    return new ImportFailure('The ZIP archive is damaged or incomplete: download or export it again.')
  return new ImportFailure('The archive is damaged: pack it again.')
}
