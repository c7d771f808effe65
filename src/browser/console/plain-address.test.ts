// What addresses of public clients mean.
import { expect, test } from 'vitest'
import { plainAddress } from './plain-address.ts'

test.each([
  ['/~/diff/~/revisions/r', '/revisions/r/changes'],
  ['/~/diff/~/revisions/r/', '/revisions/r/changes/'],
  ['/~/diff/~/revisions/r/pages/p', '/revisions/r/changes/pages/p'],
  ['/~/diff/~/changes/c', '/change-requests/c/changes'],
  ['/~/diff/~/changes/c/pages/p', '/change-requests/c/changes/pages/p'],
  ['/change-requests/c/~/diff', '/change-requests/c/changes'],
  ['/change-requests/c/~/diff/pages/p', '/change-requests/c/changes/pages/p'],
  ['/~/revisions/r/pages/p', '/revisions/r/pages/p'],
  ['/~/changes/c', '/change-requests/c'],
  ['/~/changes/c/pages/p', '/change-requests/c/pages/p'],
  ['/change-requests/c/changes', '/change-requests/c/changes'],
  ['/pages/a~b', '/pages/a~b'],
])('%s', (address, plain) => {
  expect(plainAddress(`/app/spaces/s${address}`)).toBe(`/app/spaces/s${plain}`)
})
