import { sha256 as inJavaScript } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('Node and browsers compute the same digest', () => {
  expect(sha256).not.toBe(inJavaScript)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect([...sha256(bytes)]).toEqual([...inJavaScript(bytes)])
    }),
  )
})
