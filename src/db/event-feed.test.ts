// A reader with a cursor misses no event, whatever the order of commits.
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKind, type FreshDatabase, freshDatabase } from '../../test/support/database.ts'
import { appendEvent } from '../events/events.ts'
import { type Database, openDatabase } from './database.ts'
import { endOfFeed, hasUnnumberedEvents, numberEvents, readEvents } from './event-feed.ts'
import type { Db } from './tables.ts'

let fresh: FreshDatabase
let nodes: Database[]

beforeEach(async () => {
  fresh = await freshDatabase()
  // Two writers of one SQLite file in one process would block each other.
  const first = await openDatabase({ url: fresh.url })
  nodes = [first, databaseKind === 'sqlite' ? first : await openDatabase({ url: fresh.url })]
  await nodes[0]!.migrate()
}, 180_000)

afterEach(async () => {
  for (const node of new Set(nodes)) await node.close()
  await fresh.remove()
})

const append = (db: Db, id: string, organizationId: string | null = 'organization') =>
  appendEvent(db, {
    organizationId,
    action: 'space.updated',
    actorId: null,
    tokenId: null,
    target: { kind: 'space', id },
    data: {},
    requestId: null,
  })

/** Reads the feed with a cursor and records the events. */
class Reader {
  readonly told: string[] = []
  #after = 0

  async read(database: Database, limit = 1000): Promise<void> {
    while (await hasUnnumberedEvents(database.read)) await database.write(numberEvents)
    const events = await readEvents(database.read, { organizationId: 'organization', after: this.#after, limit })
    this.told.push(...events.map(({ target_id }) => target_id))
    this.#after = events.at(-1)?.sequence ?? this.#after
  }
}

describe('the feed of events', () => {
  test('includes an event that is written early and committed late', async () => {
    const [one, other] = nodes as [Database, Database]
    const reader = new Reader()
    let commit = () => {}
    const written = new Promise<void>((isWritten) => {
      const mayCommit = new Promise<void>((resolve) => {
        commit = resolve
      })
      void one.write(async (db) => {
        await append(db, 'early')
        isWritten()
        await mayCommit
      })
    })
    await written
    const late = other.write((db) => append(db, 'late'))
    // On SQLite, the second writer waits for the first.
    await Promise.race([late, new Promise((resolve) => setTimeout(resolve, 300))])
    await reader.read(one)
    expect(reader.told).not.toContain('early')
    commit()
    await late
    await expect.poll(() => reader.read(one).then(() => reader.told.length)).toBe(2)
    expect([...reader.told].sort()).toEqual(['early', 'late'])
  })

  test('returns every event once and in the same order to all readers while two nodes write', async () => {
    const readers = [new Reader(), new Reader()]
    let writing = true
    const reading = readers.map(async (reader, at) => {
      while (writing) {
        await reader.read(nodes[at]!, 7)
        await turn()
      }
    })
    const names = Array.from({ length: 120 }, (_, at) => String(at))
    await Promise.all(
      names.map((name, at) =>
        nodes[at % 2]!.write(async (db) => {
          await append(db, name)
          await append(db, name, at % 3 === 0 ? null : 'other')
          await new Promise((resolve) => setTimeout(resolve, at % 5))
        }),
      ),
    )
    writing = false
    await Promise.all(reading)
    for (const reader of readers) for (let round = 0; round < 20; round++) await reader.read(nodes[0]!, 7)
    expect([...readers[0]!.told].sort()).toEqual([...names].sort())
    expect(readers[1]!.told).toEqual(readers[0]!.told)
    // Each organization has its own sequence.
    const endOf = (organization: string) => nodes[0]!.write((db) => endOfFeed(db, organization))
    expect([await endOf('organization'), await endOf('other'), await endOf('none')]).toEqual([120, 80, 0])
  })

  test('omits events of transactions that are rolled back', async () => {
    const [one] = nodes as [Database]
    await one.write((db) => append(db, 'kept'))
    await expect(
      one.write(async (db) => {
        await append(db, 'undone')
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const reader = new Reader()
    await reader.read(one)
    expect(reader.told).toEqual(['kept'])
  })
})
