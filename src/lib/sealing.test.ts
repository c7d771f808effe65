import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'

test('a sealed text can be unsealed with the same secret only', async () => {
  await fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, secret, other) => {
      const sealed = seal(text.toWellFormed(), secret)
      expect(unseal(sealed, secret)).toBe(text.toWellFormed())
      if (other !== secret) expect(() => unseal(sealed, other)).toThrow()
    }),
  )
})

test('a modified text is rejected', () => {
  const bytes = Buffer.from(seal('text', 'secret'), 'base64url')
  bytes[bytes.length - 1]! ^= 1
  expect(() => unseal(bytes.toString('base64url'), 'secret')).toThrow()
})
