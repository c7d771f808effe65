// Whatever is collected, nothing that is needed goes. Objects and files are named by rows of any table here; names in
// objects lead to others, as in trees.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, migratedDatabase } from '../../../test/support/database.ts'
import { startedS3 } from '../../../test/support/s3-server.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { loadObjects, saveObjects } from '../../db/objects.ts'
import { type Encoded, encode, type Json } from '../../engine/objects.ts'
import { diskBackend } from '../../files/disk.ts'
import { s3Backend } from '../../files/s3.ts'
import { createStore, type FileStore } from '../../files/store.ts'
import { findUpload, recordUpload } from '../../files/uploads.ts'
import { firstIdAt, newId, randomBase62 } from '../../lib/ids.ts'
import { DAY, fromNow, now } from '../../lib/time.ts'
import { collectUnused, fileMarks, GRACE } from './index.ts'

let fresh: FreshDatabase
let database: Database
const folder = mkdtempSync(join(tmpdir(), 'lectern-unused-'))
const s3 = startedS3()
beforeAll(async () => {
  fresh = await migratedDatabase()
  database = await openDatabase({ url: fresh.url })
})
afterAll(async () => {
  await database.close()
  await fresh.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything marked has been so for long. */
async function age(): Promise<void> {
  const unused_since = fromNow(-2 * GRACE)
  await database.write(async (db) => {
    await db.updateTable('objects').set({ unused_since }).where('unused_since', 'is not', null).execute()
    await db.updateTable('unused_files').set({ unused_since }).execute()
  })
}

/** A row that names something; it is needed as long as the row is there. */
async function name(names: unknown): Promise<string> {
  const id = newId()
  const row = { id, kind: 'a test', payload: JSON.stringify(names), state: 'dead' as const, attempts: 0 }
  await database.write((db) =>
    db
      .insertInto('jobs')
      .values({ ...row, unique_key: null, run_at: now(), created_at: now() })
      .execute(),
  )
  return id
}
const forget = (id: string) => database.write((db) => db.deleteFrom('jobs').where('id', '=', id).execute())

const save = (objects: readonly Encoded[]) => database.write((db) => saveObjects(db, objects))
const storedOf = async (objects: readonly Encoded[]): Promise<number> => {
  const hashes = objects.map(({ hash }) => hash)
  const rows = await database.read.selectFrom('objects').select('hash').where('hash', 'in', hashes).execute()
  return rows.length
}

/** A chain of objects: each names the next one; the first is the root. */
function chainOf(text: string, length: number): Encoded[] {
  const chain: Encoded[] = []
  for (let at = 0; at < length; at++)
    chain.unshift(encode({ text: `${text} ${at}`, below: chain[0]?.hash ?? null } as Json))
  return chain
}

const onDisk = () => createStore(diskBackend(join(folder, 'files')), join(folder, 'incoming'), fileMarks(database))
const inBucket = () => createStore(s3Backend(s3), join(folder, 'incoming'), fileMarks(database))

describe.each([
  ['a folder', onDisk],
  ['a bucket', inBucket],
])('with files in %s', (_name, open) => {
  let store: FileStore
  beforeAll(() => {
    store = open()
  })
  const collect = () => collectUnused({ database, store })

  test('what nothing names goes after a week, and not before', async () => {
    const chain = chainOf(newId(), 3)
    await save(chain)
    const { blob } = await store.put([Buffer.from(newId())])
    await collect()
    expect([await storedOf(chain), await store.find(blob)]).toEqual([3, expect.anything()])
    await collect()
    expect([await storedOf(chain), await store.find(blob)]).toEqual([3, expect.anything()])
    await age()
    expect(await collect()).toMatchObject({ objects: 3, files: 1 })
    expect([await storedOf(chain), await store.find(blob)]).toEqual([0, undefined])
  })

  test('what a row names stays, with all below it; so does what was uploaded', async () => {
    const chain = chainOf(newId(), 3)
    await save(chain)
    const [named, below, uploaded] = await Promise.all([1, 2, 3].map(() => store.put([Buffer.from(newId())])))
    const leaf = encode({ file: below!.blob } as Json)
    await save([leaf])
    const id = await name({ root: chain[0]!.hash, leaf: leaf.hash, file: named!.blob })
    const file = { name: 'a', contentType: 'text/plain', size: 1, blob: uploaded!.blob }
    await recordUpload(store, 'a'.repeat(20 - 4) + newId().slice(0, 4), {
      ...file,
      organization: 'o',
      kind: 'k',
    } as never)
    for (let round = 0; round < 3; round++) {
      await collect()
      await age()
    }
    expect(await storedOf([...chain, leaf])).toBe(4)
    for (const { blob } of [named!, below!, uploaded!]) expect(await store.find(blob)).toBeDefined()
    await forget(id)
    await collect()
    await age()
    await collect()
    expect(await storedOf([...chain, leaf])).toBe(0)
    expect([await store.find(named!.blob), await store.find(below!.blob)]).toEqual([undefined, undefined])
    expect(await store.find(uploaded!.blob)).toBeDefined()
  })

  test('an upload ends after 90 days; what content took from it stays', async () => {
    const keyOf = (days: number) => firstIdAt(Date.now() - days * DAY) + randomBase62(12)
    const texts = [1, 2, 3].map(() => newId())
    const [recent, past, taken] = await Promise.all(texts.map((text) => store.put([Buffer.from(text)])))
    const upload = async (key: string, blob: string) => {
      const file = { name: 'a', contentType: 'text/plain', size: 1, blob }
      await recordUpload(store, key, { ...file, organization: 'o', kind: 'image' })
      return key
    }
    const keys = [
      await upload(keyOf(89), recent!.blob),
      await upload(keyOf(91), past!.blob),
      await upload(keyOf(91), taken!.blob),
    ]
    await name({ file: taken!.blob })
    for (let round = 0; round < 3; round++) {
      await collect()
      await age()
    }
    const uploads = await Promise.all(keys.map((key) => findUpload(store, { organization: 'o', key })))
    expect(uploads).toEqual([expect.objectContaining({ blob: recent!.blob }), undefined, undefined])
    expect(await store.find(past!.blob)).toBeUndefined()
    for (const { blob } of [recent!, taken!]) expect(await store.find(blob)).toBeDefined()
  })

  test('what is stored again is safe at once, whether it was marked or is just being removed', async () => {
    const chain = chainOf(newId(), 40)
    const texts = Array.from({ length: 10 }, () => newId())
    await save(chain)
    for (const text of texts) await store.put([Buffer.from(text)])
    await collect()
    await age()
    const [, , blobs] = await Promise.all([
      collect(),
      database.write(async (db) => {
        await saveObjects(db, chain)
      }),
      Promise.all(texts.map(async (text) => (await store.put([Buffer.from(text)])).blob)),
    ])
    expect(await storedOf(chain)).toBe(40)
    for (const blob of blobs) expect(await store.find(blob)).toBeDefined()
    // In a later transaction, rows name them.
    await name({ root: chain[0]!.hash, blobs })
    await collect()
    await age()
    await collect()
    expect(await storedOf(chain)).toBe(40)
    for (const blob of blobs) expect(await store.find(blob)).toBeDefined()
  })
})

test('in whatever order things are saved, named, forgotten and collected, what is named is there', async () => {
  const store = onDisk()
  const step = fc.oneof(
    fc.record({ kind: fc.constant('save' as const), chain: fc.nat(3), length: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('forget' as const), which: fc.nat(5) }),
    fc.constant({ kind: 'collect' as const }),
    fc.constant({ kind: 'age' as const }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const seed = newId()
      const named = new Map<string, { chain: Encoded[]; blob: string }>()
      for (const one of steps) {
        if (one.kind === 'save') {
          // Shorter chains are the lower parts of longer ones.
          const chain = chainOf(`${seed} ${one.chain}`, one.length)
          const { blob } = await store.put([Buffer.from(`${seed} ${one.chain}`)])
          await save(chain)
          named.set(await name({ root: chain[0]!.hash, blob }), { chain, blob })
        } else if (one.kind === 'forget') {
          const id = [...named.keys()][one.which]
          if (id === undefined) continue
          await forget(id)
          named.delete(id)
        } else if (one.kind === 'age') await age()
        else await collectUnused({ database, store })
        for (const { chain, blob } of named.values()) {
          expect(await storedOf(chain)).toBe(chain.length)
          expect((await loadObjects(database.read, [chain[0]!.hash])).size).toBe(1)
          expect(await store.find(blob)).toBeDefined()
        }
      }
      for (const id of named.keys()) await forget(id)
    }),
    { numRuns: 15 },
  )
})
