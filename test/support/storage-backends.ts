// What holds for bytes wherever they lie.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StoredFile } from '../../src/files/backend.ts'
import type { FileStore } from '../../src/files/store.ts'

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const readAll = async (stored: StoredFile | undefined, range?: { start: number; end: number }): Promise<Buffer> =>
  Buffer.concat(await (await stored!.read(range)).toArray())

const pathsIn = async (store: FileStore): Promise<string[]> => {
  const paths: string[] = []
  for await (const path of store.backend.list()) paths.push(path)
  return paths.sort()
}

export function storedOn(get: () => FileStore): void {
  test('bytes are found by their hash, whole and in part', async () => {
    const { blob, size } = await get().put([Buffer.from('a'), Buffer.from('bc')])
    expect([blob, size]).toEqual([ABC, 3])
    const stored = await get().find(blob)
    expect(stored?.size).toBe(3)
    expect((await readAll(stored)).toString()).toBe('abc')
    expect((await readAll(stored, { start: 1, end: 1 })).toString()).toBe('b')
  })

  test('the same bytes are stored once, also when they come at the same time', async () => {
    const puts = await Promise.all(Array.from({ length: 10 }, () => get().put([Buffer.from('abc')])))
    expect(new Set(puts.map(({ blob }) => blob))).toEqual(new Set([ABC]))
    expect((await pathsIn(get())).filter((path) => path.endsWith(ABC))).toEqual([`ba/78/${ABC}`])
  })

  test('large files come back as they went in, with the first of their bytes at hand', async () => {
    const bytes = randomBytes(7_000_001)
    const { blob, size, head } = await get().put(inChunks(bytes, 65_521))
    expect(size).toBe(bytes.length)
    expect(head.equals(bytes.subarray(0, head.length))).toBe(true)
    expect(head.length).toBe(256 * 1024)
    expect((await readAll(await get().find(blob))).equals(bytes)).toBe(true)
  }, 30_000)

  test('an empty file is a file', async () => {
    const { blob, size } = await get().put([])
    expect(size).toBe(0)
    expect((await get().find(blob))?.size).toBe(0)
  })

  test.each(['f'.repeat(64), 'none', '', '../secret', `${ABC}/..`, 'ba/78', ABC.toUpperCase()])(
    'there is nothing under %j',
    async (name) => {
      expect(await get().find(name)).toBeUndefined()
    },
  )

  test('a note stays as it was first written', async () => {
    expect(await get().putText('notes/one', 'first')).toBe(true)
    expect(await get().putText('notes/one', 'second one')).toBe(false)
    expect(await get().findText('notes/one')).toBe('first')
    expect(await get().findText('notes/two')).toBeUndefined()
  })

  test('everything is listed by its path, and can be read by it', async () => {
    const { blob } = await get().put([Buffer.from('listed')])
    const path = `${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`
    expect(await pathsIn(get())).toContain(path)
    expect((await readAll(await get().backend.find(path))).toString()).toBe('listed')
  })
}
