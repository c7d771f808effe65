import { expect, test } from 'vitest'
import { filesUrlOf, parseAddress } from './address.ts'

test.each([
  ['https://me:secret@github.com/ferry/docs.git', 'refs/heads/main', 'https://github.com/ferry/docs/blob/main'],
  [
    'https://github.com/ferry/docs/',
    'refs/heads/new/piers & docks',
    'https://github.com/ferry/docs/blob/new/piers%20%26%20docks',
  ],
  ['https://gitlab.com/ferry/docs.git', 'refs/heads/main', 'https://gitlab.com/ferry/docs/-/blob/main'],
  ['https://gitlab.ferry.example/docs', 'refs/heads/main', 'https://gitlab.ferry.example/docs/-/blob/main'],
  ['https://git.ferry.example/docs', 'refs/heads/main', undefined],
  ['https://github.com/ferry/docs', 'refs/pull/1/head', undefined],
  ['file:///srv/docs.git', 'refs/heads/main', undefined],
])('the files of %s, %s, are at %s', (address, ref, url) => {
  expect(filesUrlOf(parseAddress(address)!, ref)).toBe(url)
})
