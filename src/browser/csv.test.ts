import { expect, test } from 'vitest'
import { parseCsv, writeCsv } from './csv.ts'

test('rows are read with quotes, commas, line ends and empty lines', () => {
  expect(parseCsv('a,b\r\n"x, ""y""\nz",\n\n/old,/new')).toEqual([
    ['a', 'b'],
    ['x, "y"\nz', ''],
    ['/old', '/new'],
  ])
})

test('what was written is read again, and formulas are text', () => {
  expect(
    parseCsv(
      writeCsv([
        ['a "b"', 'c,d'],
        ['1\n2', 3],
      ]),
    ),
  ).toEqual([
    ['a "b"', 'c,d'],
    ['1\n2', '3'],
  ])
  expect(writeCsv([['=1+1']])).toBe("'=1+1\r\n")
})
