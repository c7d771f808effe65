import { expect, test } from 'vitest'
import { str } from './code.ts'
import { fitted } from './text.ts'

const isFitted = (text: string): boolean => fitted(text, str(text)) !== str(text)

test('only words within which no line may end are made to fit', () => {
  for (const word of ['abcdefghij'.repeat(2), `A ${'x_y.z'.repeat(4)} word`, 'ш'.repeat(20)])
    expect(isFitted(word)).toBe(true)
  for (const text of [
    'Words of usual length in a sentence.',
    '船长检查船只、天气和乘客名单，然后才能离开港口。',
    'a/path/with/many/short/names',
  ])
    expect(isFitted(text)).toBe(false)
})
