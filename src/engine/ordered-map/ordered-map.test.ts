import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { decode, encode, type Hash, type Json } from '../objects.ts'
import { PAUSE, run } from '../reading.ts'
import { Store } from '../testing/store.ts'
import { diffMaps } from './diff.ts'
import type { Node } from './node.ts'
import { countRange, findEntries, findEntry, listEntries, withPrefix } from './read.ts'
import { type Edit, EMPTY_MAP, writeEntries } from './write.ts'

// Generous, because machines may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000 })

const write = (store: Store, root: Hash, edits: readonly Edit[]): Hash =>
  store.keep(store.run(writeEntries(root, edits)))

const key = fc.integer({ min: 0, max: 600 }).map((n) => `key/${n}`)
const value = fc.oneof(
  fc.integer(),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer({ min: 0, max: 9 }).map((n) => ({ text: 'x'.repeat(n * 150) })),
)
const batch = fc.array(fc.tuple(key, fc.option(value, { nil: undefined, freq: 3 })), { maxLength: 120 })
const history = fc.array(batch, { minLength: 1, maxLength: 8 })

const unique = (edits: readonly Edit[]): Edit[] => [...new Map(edits).entries()]

function apply(model: Map<string, Json>, edits: readonly Edit[]): void {
  for (const [at, to] of edits) {
    if (to === undefined) model.delete(at)
    else model.set(at, to)
  }
}

const sorted = (model: Map<string, Json>) => [...model].sort(([a], [b]) => (a < b ? -1 : 1))

function build(batches: readonly (readonly Edit[])[]) {
  const store = new Store()
  const model = new Map<string, Json>()
  let root = EMPTY_MAP.hash
  for (const edits of batches) {
    root = write(store, root, unique(edits))
    apply(model, unique(edits))
  }
  return { store, model, root }
}

describe('an ordered map', () => {
  test('has the content of a plain sorted map', () => {
    fc.assert(
      fc.property(history, fc.array(key, { maxLength: 20 }), (batches, wanted) => {
        const { store, model, root } = build(batches)
        expect(store.run(listEntries(root))).toEqual(sorted(model))
        expect(store.run(countRange(root))).toBe(model.size)
        const found = store.run(findEntries(root, wanted))
        for (const at of wanted) expect(found.get(at)).toEqual(model.get(at))
        for (const at of wanted.slice(0, 2)) expect(store.run(findEntry(root, at))).toEqual(model.get(at))
      }),
    )
  })

  test('has one root per content, whatever its history', () => {
    fc.assert(
      fc.property(history, (batches) => {
        const { store, model, root } = build(batches)
        expect(write(store, EMPTY_MAP.hash, sorted(model))).toBe(root)
        const oneByOne = sorted(model).reverse().slice(0, 40)
        const rest = sorted(model).reverse().slice(40)
        let other = write(store, EMPTY_MAP.hash, rest)
        for (const entry of oneByOne) other = write(store, other, [entry])
        expect(other).toBe(root)
      }),
    )
  })

  test('is written as canonical bytes', () => {
    fc.assert(
      fc.property(history, (batches) => {
        const store = new Store()
        let root = EMPTY_MAP.hash
        for (const edits of batches) {
          const written = store.run(writeEntries(root, unique(edits)))
          for (const { hash, bytes } of written.objects) expect(encode(decode(bytes)).hash).toBe(hash)
          root = store.keep(written)
        }
      }),
    )
  })

  test('does not depend on former neighbours of a single node', () => {
    const entry = (n: number) => [`key/${String(n).padStart(5, '0')}`, 'x'.repeat(900)] as const
    const { store, root: start } = build([Array.from({ length: 1500 }, (_, n) => entry(n))])
    const nodeAt = (hash: Hash) => store.objects.get(hash) as unknown as Node
    let root = start
    let found = 0
    for (let size = 1500; size < 2200; size++) {
      root = write(store, root, [entry(size)])
      const [, lastBranch] = nodeAt(root).entries.at(-1)!
      const branch = nodeAt(lastBranch as Hash)
      if (branch.level === 0 || branch.entries.length > 1) continue
      found++
      const lone = branch.entries[0]![0]
      const gone = store.run(listEntries(root, { to: lone })).map(([at]) => [at, undefined] as const)
      expect(write(store, root, gone)).toBe(write(store, EMPTY_MAP.hash, store.run(listEntries(root, { from: lone }))))
    }
    expect(found).toBeGreaterThan(0)
  })

  test('lists any window of any range', () => {
    const window = fc.record({
      from: fc.option(key, { nil: undefined }),
      to: fc.option(key, { nil: undefined }),
      skip: fc.nat(30),
      limit: fc.nat(50),
      reverse: fc.boolean(),
    })
    fc.assert(
      fc.property(history, window, (batches, range) => {
        const { store, model, root } = build(batches)
        const inRange = sorted(model).filter(
          ([at]) => (range.from === undefined || at >= range.from) && (range.to === undefined || at < range.to),
        )
        const ordered = range.reverse ? inRange.reverse() : inRange
        expect(store.run(listEntries(root, range))).toEqual(ordered.slice(range.skip, range.skip + range.limit))
        expect(store.run(countRange(root, range))).toBe(inRange.length)
      }),
    )
  })

  test('has a last entry in any range', () => {
    const range = fc.record({ from: fc.option(key, { nil: undefined }), to: fc.option(key, { nil: undefined }) })
    fc.assert(
      fc.property(history, range, (batches, { from, to }) => {
        const { store, model, root } = build(batches)
        const last = sorted(model).findLast(
          ([at]) => (from === undefined || at >= from) && (to === undefined || at < to),
        )
        expect(store.run(listEntries(root, { from, to, reverse: true, limit: 1 }))).toEqual(last ? [last] : [])
      }),
    )
  })

  test('differs from another exactly where the plain maps differ', () => {
    fc.assert(
      fc.property(history, history, (first, second) => {
        const { store, model, root } = build(first)
        const other = new Map(model)
        let changed = root
        for (const edits of second) {
          changed = write(store, changed, unique(edits))
          apply(other, unique(edits))
        }
        const keys = [...new Set([...model.keys(), ...other.keys()])].sort()
        const expected = keys
          .map((at) => ({ key: at, before: model.get(at), after: other.get(at) }))
          .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
        expect(store.run(diffMaps(root, changed))).toEqual(expected)
      }),
    )
  })

  test('a batch tells what differs from before', () => {
    fc.assert(
      fc.property(history, batch, (batches, edits) => {
        const { store, root } = build(batches)
        const written = store.run(writeEntries(root, unique(edits)))
        expect(written.differences).toEqual(store.run(diffMaps(root, store.keep(written))))
      }),
    )
  })

  test('a batch that changes nothing writes nothing', () => {
    const { store, root } = build([
      [
        ['a', 1],
        ['b', { deep: [1, 2] }],
      ],
    ])
    expect(
      store.run(
        writeEntries(root, [
          ['b', { deep: [1, 2] }],
          ['c', undefined],
        ]),
      ),
    ).toEqual({ root, objects: [], differences: [] })
  })

  test('an emptied map is the empty map', () => {
    const { store, root } = build([Array.from({ length: 500 }, (_, n) => [`key/${n}`, n] as const)])
    const edits = Array.from({ length: 500 }, (_, n) => [`key/${n}`, undefined] as const)
    expect(write(store, root, edits)).toBe(EMPTY_MAP.hash)
  })

  test('a prefix does not match its neighbours', () => {
    const { store, root } = build([
      [
        ['a', 0],
        ['a/1', 1],
        ['a/2', 2],
        ['a0', 3],
        ['b/1', 4],
      ],
    ])
    expect(store.run(listEntries(root, withPrefix('a/')))).toEqual([
      ['a/1', 1],
      ['a/2', 2],
    ])
    expect(store.run(listEntries(root, withPrefix('a/', 'a/1')))).toEqual([['a/2', 2]])
  })
})

describe('the cost of an ordered map', () => {
  const of = (size: number): Edit[] =>
    Array.from({ length: size }, (_, n) => [`page/${String(n * 7919).padStart(9, '0')}`, { n, text: 'x'.repeat(300) }])

  const worst = (size: number) => {
    const { store, root } = build([of(size)])
    const costs = of(size)
      .filter((_, index) => index % Math.ceil(size / 100) === 0)
      .map(([at]) => {
        let changed = root
        const edit = store.count(() => {
          changed = write(store, root, [[at, { edited: true }]])
        })
        const diff = store.count(() => {
          store.run(diffMaps(root, changed))
        })
        return { loads: edit.loads, writes: edit.writes, diff: diff.loads }
      })
    const mean = (pick: (cost: (typeof costs)[number]) => number) =>
      costs.reduce((sum, c) => sum + pick(c), 0) / costs.length
    return { loads: mean((c) => c.loads), writes: mean((c) => c.writes), diff: mean((c) => c.diff) }
  }

  test('one edit among 10,000 entries touches a handful of nodes', () => {
    const small = worst(100)
    const large = worst(10_000)
    expect(large.loads).toBeLessThan(8)
    expect(large.writes).toBeLessThan(8)
    expect(large.diff).toBeLessThan(14)
    expect(large.loads / small.loads).toBeLessThan(3)
  })

  test('comparing thousands of entries pauses on the way', async () => {
    const { store, root } = build([of(5000)])
    const changed = write(
      store,
      root,
      of(5000).map(([at]) => [at, 'changed']),
    )
    let pauses = 0
    const loadMany = async (hashes: readonly Hash[]) => new Map(hashes.map((hash) => [hash, store.objects.get(hash)!]))
    const comparing = (function* () {
      const reading = diffMaps(root, changed)
      let step = reading.next(new Map())
      while (!step.done) {
        if (step.value === PAUSE) pauses++
        step = reading.next(yield step.value)
      }
      return step.value
    })()
    expect(await run(comparing, loadMany)).toHaveLength(5000)
    expect(pauses).toBeGreaterThanOrEqual(5)
  })

  test('a page deep inside a range is found without reading its predecessors', () => {
    const { store, root } = build([of(10_000)])
    const cost = store.count(() => {
      expect(store.run(listEntries(root, { skip: 5000, limit: 10 }))).toHaveLength(10)
    })
    expect(cost.loads).toBeLessThan(20)
  })

  test('nodes stay near their target size', () => {
    const { store } = build([of(10_000)])
    const sizes = [...store.objects.values()].map((node) => JSON.stringify(node).length)
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    expect(mean).toBeGreaterThan(2000)
    expect(mean).toBeLessThan(8000)
    expect(Math.max(...sizes)).toBeLessThan(65_536)
  })
})
