// The benchmark of fast paths takes each out of the sources: what it replaces has to stand there, once.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAST_PATHS } from '../bench/fast-path-removals.ts'

const removals = Object.entries(FAST_PATHS).flatMap(([name, { removals }]) =>
  removals.map((removal) => ({ name, ...removal })),
)

test.each(removals)('$name can be taken out of $file', ({ file, from, to }) => {
  const parts = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8').split(from)
  expect(parts).toHaveLength(2)
  expect(to).not.toBe(from)
})
