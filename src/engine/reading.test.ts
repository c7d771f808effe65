import { describe, expect, test } from 'vitest'
import type { Hash, Json } from './objects.ts'
import { loadObject, MissingObject, type Reading, run, runSync, withObjects } from './reading.ts'

const stored = new Map<Hash, Json>([
  ['a', 'b'],
  ['b', 'c'],
  ['c', 3],
])

/** Follows names until a number, then requests everything again. */
function* follow(hash: Hash): Reading<Json[]> {
  const next = yield* loadObject(hash)
  const rest: Json[] = typeof next === 'string' ? yield* follow(next) : []
  const again = yield [hash, hash]
  return [again.get(hash)!, ...rest]
}

describe('a reading', () => {
  test('runs against a synchronous store, requesting nothing twice', () => {
    const asked: Hash[] = []
    const get = (hash: Hash) => {
      asked.push(hash)
      return stored.get(hash)
    }
    expect(runSync(follow('a'), get)).toEqual(['b', 'c', 3])
    expect(asked).toEqual(['a', 'b', 'c'])
  })

  test('runs against an asynchronous store, in batches', async () => {
    const batches: (readonly Hash[])[] = []
    function* both(): Reading<number> {
      const objects = yield ['a', 'b', 'a']
      return objects.size + (yield* follow('a')).length
    }
    const result = await run(both(), async (hashes) => {
      batches.push(hashes)
      return stored
    })
    expect(result).toBe(5)
    expect(batches).toEqual([['a', 'b'], ['c']])
  })

  test('fails where an object is missing', async () => {
    expect(() => runSync(loadObject('x'), () => undefined)).toThrow(MissingObject)
    await expect(run(loadObject('x'), async () => new Map())).rejects.toThrow('x')
  })

  test('uses given objects before it reads the store', () => {
    const asked: Hash[] = []
    const get = (hash: Hash) => {
      asked.push(hash)
      return stored.get(hash)
    }
    expect(runSync(withObjects([{ hash: 'a', value: 'c' }], follow('a')), get)).toEqual(['c', 3])
    expect(asked).toEqual(['c'])
  })
})
