// The file store on disk.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedOn } from '../../test/support/storage-backends.ts'
import { DAY } from '../lib/time.ts'
import { diskBackend } from './disk.ts'
import { createStore, type FileStore } from './store.ts'

let data: string
let store: FileStore

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'lectern-store-'))
  store = createStore(diskBackend(join(data, 'files')), join(data, 'incoming'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const abc = () => [Buffer.from('abc')]

describe('a store on disk', () => {
  storedOn(() => store)

  test('stores a file at a path derived from its hash', async () => {
    await store.put(abc())
    expect(readFileSync(join(data, 'files/ba/78', ABC), 'utf8')).toBe('abc')
    expect(readdirSync(join(data, 'incoming'))).toEqual([])
  })

  test('replaces a truncated file', async () => {
    await store.put(abc())
    writeFileSync(join(data, 'files/ba/78', ABC), 'a')
    await store.put(abc())
    expect(readFileSync(join(data, 'files/ba/78', ABC), 'utf8')).toBe('abc')
  })

  test('removes temporary files when a stream fails or exceeds the limit', async () => {
    async function* broken() {
      yield Buffer.from('first')
      throw new Error('gone')
    }
    await expect(store.put(broken())).rejects.toThrow('gone')
    await expect(store.put(abc(), { limit: 2 })).rejects.toThrow(/larger/)
    expect(readdirSync(join(data, 'incoming'))).toEqual([])
    expect(readdirSync(data)).not.toContain('files')
  })

  test('removes old temporary files, but none that may be in use', async () => {
    mkdirSync(join(data, 'incoming'))
    for (const name of ['old', 'new']) writeFileSync(join(data, 'incoming', name), name)
    const before = (Date.now() - 2 * DAY) / 1000
    utimesSync(join(data, 'incoming/old'), before, before)
    await store.put(abc())
    expect(readdirSync(join(data, 'incoming'))).toEqual(['new'])
  })
})
