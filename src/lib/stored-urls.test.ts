import { expect, test } from 'vitest'
import { createVault } from './sealing.ts'
import { readUrl, storeUrl, withoutCredentials } from './stored-urls.ts'

const vault = createVault('a-secret-of-a-test-that-is-long-enough')

test.each([
  ['https://user:pass@example.com/api.yaml', 'https://example.com/api.yaml'],
  ['https://token@example.com/api.yaml', 'https://example.com/api.yaml'],
  [
    'https://example.com/api.yaml?private_token=abc&ref=main',
    'https://example.com/api.yaml?private_token=hidden&ref=main',
  ],
  ['https://example.com/?X-Amz-Signature=abc', 'https://example.com/?X-Amz-Signature=hidden'],
  ['https://example.com/?api_key=a&api_key=b', 'https://example.com/?api_key=hidden'],
])('%s is shown as %s and stored completely', (address, shown) => {
  const stored = storeUrl(address, vault)
  expect(stored.shown).toBe(shown)
  expect(JSON.stringify(stored)).not.toMatch(/pass@|token@|=abc/)
  expect(readUrl(stored, vault)).toBe(address)
  expect(storeUrl(stored.shown, vault, stored)).toBe(stored)
})

test.each(['https://example.com/api.yaml?ref=main', 'https://example.com', 'no address at all'])(
  '%s is stored unchanged',
  (address) => {
    expect(withoutCredentials(address)).toBe(address)
    expect(storeUrl(address, vault)).toEqual({ shown: address, sealed: null })
  },
)

test('a new URL replaces the sealed one', () => {
  const before = storeUrl('https://a:b@example.com/', vault)
  expect(storeUrl('https://example.com/other', vault, before).sealed).toBeNull()
})
