// A failing property prints how to reproduce it.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { configureProperties } from './support/properties.ts'

afterEach(() => configureProperties())

const valuesOf = (): number[] => {
  const values: number[] = []
  fc.assert(fc.property(fc.integer(), (value) => void values.push(value)))
  return values
}

function failureOf(run: () => void): Error {
  try {
    run()
  } catch (error) {
    return error as Error
  }
  throw new Error('It did not fail.')
}

const COMMAND = (seed: number, name: string) =>
  `Run it again: SEED=${seed} npx vitest run test/properties.test.ts -t '${name}'\n`

describe('a property that fails', () => {
  test("prints its seed and the command (with 'quotes' and $igns)", () => {
    configureProperties('7')
    const property = fc.property(fc.nat(), (value) => {
      expect(value).toBeLessThan(10)
    })
    const failure = failureOf(() => fc.assert(property))
    expect(failure.message).toContain('Counterexample: [10]')
    const name = "a property that fails prints its seed and the command \\(with '\\''quotes'\\'' and \\$igns\\)"
    expect(failure.message).toContain(COMMAND(7, name))
    expect((failure.cause as Error).message).toContain('less than 10')
  })

  test('prints the same when it is asynchronous', async () => {
    const property = fc.asyncProperty(fc.nat(), async (value) => value < 10)
    const failure = await fc.assert(property, { seed: 3 }).catch((error: Error) => error)
    expect((failure as Error).message).toContain(
      COMMAND(3, 'a property that fails prints the same when it is asynchronous'),
    )
  })
})

test('a seed gives the same values again, and no seed gives others', () => {
  configureProperties('7')
  const values = valuesOf()
  expect(valuesOf()).toEqual(values)
  configureProperties('8')
  expect(valuesOf()).not.toEqual(values)
})
