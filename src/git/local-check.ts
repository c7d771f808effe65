// Checks a local repository before its objects are unpacked, by the limits of fetched ones. Its history counts too.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { inMib, LIMITS } from './limits.ts'
import { checkPack, damaged, refuseLarge, tooLarge } from './pack-check.ts'

/** The header of a loose object: its type and its size. */
const MAX_HEADER = 32

interface Sizes {
  objects: number
  packed: number
  unpacked: number
}

/** Fails with a GitFailure that names the limit. */
export async function checkRepository(gitdir: string): Promise<void> {
  const all: Sizes = { objects: 0, packed: 0, unpacked: 0 }
  const add = ({ objects, packed, unpacked }: Sizes, largest: number) => {
    all.objects += objects
    all.packed += packed
    all.unpacked += unpacked
    if (all.objects > LIMITS.objects) throw tooLarge(`${LIMITS.objects} objects`)
    refuseLarge(largest, all.unpacked, all.packed)
  }
  const objects = join(gitdir, 'objects')
  for (const name of await namesIn(join(objects, 'pack'), /\.pack$/)) {
    const bytes = await readBounded(join(objects, 'pack', name))
    add({ packed: bytes.length, ...checkPack(bytes) }, 0)
  }
  for (const folder of await namesIn(objects, /^[0-9a-f]{2}$/))
    for (const name of await namesIn(join(objects, folder), /^[0-9a-f]{38}$/)) {
      const bytes = await readBounded(join(objects, folder, name))
      const size = sizeOf(bytes)
      add({ objects: 1, packed: bytes.length, unpacked: size }, size)
    }
}

const namesIn = async (folder: string, names: RegExp): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => names.test(name))

async function readBounded(file: string): Promise<Buffer> {
  if ((await stat(file)).size > LIMITS.pack) throw tooLarge(`${inMib(LIMITS.pack)} in one pack`)
  return readFile(file)
}

function sizeOf(loose: Buffer): number {
  try {
    return inflateSync(loose, { maxOutputLength: LIMITS.object + MAX_HEADER }).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return LIMITS.object + MAX_HEADER
    throw damaged()
  }
}
