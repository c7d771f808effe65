import { expect, test } from 'vitest'
import type { Context } from './contract.ts'
import { targetOf } from './references.ts'

const titleOf = (url: string) => targetOf({ kind: 'url', url }, {} as Context).title

test('an address that holds a picture is printed as its type', () => {
  expect(titleOf(`data:image/png;base64,${'A'.repeat(1000)}`)).toBe('data:image/png')
  expect(titleOf('data:,words')).toBe('data:')
  expect(titleOf('https://example.com/a;b,c')).toBe('https://example.com/a;b,c')
})
