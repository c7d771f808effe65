// What browsers load stays small.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Built {
  name: string
  bytes: Buffer
  gz?: Buffer
}

const { buildForBrowsers } = await import(new URL('../bin/browser-build.js', import.meta.url).href)
const files: Built[] = await buildForBrowsers(fileURLToPath(new URL('..', import.meta.url)))

const KILOBYTE = 1024

/** A script and the ones it imports at once; those it loads later are not counted. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const code = files.find((file) => file.name === name)!.bytes.toString()
  for (const [, imported] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) loadedWith(imported!, seen)
  return seen
}

const named = (pattern: RegExp): string => files.find(({ name }) => pattern.test(name))!.name
const compressed = (name: string): number => files.find((file) => file.name === name)!.gz!.length

test('no font moves a page that is being read', () => {
  const isRead = ({ name }: Built) => name.endsWith('.css') && !name.startsWith('console-')
  const sheets = files.filter(isRead).map(({ bytes }) => bytes.toString())
  expect(sheets.join('')).toContain('font-display:optional')
  expect(sheets.filter((css) => /font-display:(?!optional)/.test(css))).toEqual([])
})

test('the first screen of the console is at most 150 KB of script, and its styles 30 KB', () => {
  const scripts = [...loadedWith(named(/^console-\w+\.js$/))]
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.map(compressed).reduce((sum, size) => sum + size)).toBeLessThan(150 * KILOBYTE)
  expect(compressed(named(/^console-\w+\.css$/))).toBeLessThan(30 * KILOBYTE)
})
