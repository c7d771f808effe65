// PDFs that were printed before, by what they were printed from. Anybody can print them again, so each server keeps its
// own, as much as fits, and none of it is part of a backup.
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { diskShelf, ignoreMissing } from '../files/disk.ts'
import type { Stored } from '../files/shelf.ts'

export interface PdfCache {
  find(key: string): Promise<Stored | undefined>
  /** Takes over a finished file of the same disk. */
  add(key: string, file: string): Promise<Stored>
}

export function openCache(folder: string, limit: number): PdfCache {
  const shelf = diskShelf(folder)
  return {
    async find(key) {
      const found = await shelf.find(nameOf(key))
      // What was read last goes last.
      if (found) await utimes(join(folder, nameOf(key)), new Date(), new Date()).catch(ignoreMissing)
      return found
    },
    async add(key, file) {
      const { size } = await stat(file)
      await shelf.add(nameOf(key), file, size)
      await makeRoom(folder, limit, nameOf(key))
      return (await shelf.find(nameOf(key)))!
    },
  }
}

const nameOf = (key: string) => `${key}.pdf`

/** Removes what was not read for longest, but never what has just come. */
async function makeRoom(folder: string, limit: number, newest: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf'))
  const files = await Promise.all(
    names.map(async (name) => ({ name, ...(await stat(join(folder, name)).catch(ignoreMissing)) })),
  )
  const kept = files.sort(
    (a, b) => Number(b.name === newest) - Number(a.name === newest) || (b.mtimeMs ?? 0) - (a.mtimeMs ?? 0),
  )
  let total = 0
  for (const { name, size = 0 } of kept) {
    total += size
    if (total > limit && name !== newest) await rm(join(folder, name), { force: true })
  }
}
