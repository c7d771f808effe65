// The contract is a file: docs/openapi.json describes this version, test/released-openapi.json the last release. A
// breaking change must be announced in the changelog.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { linesOf, unreleased } from '../release/changelog.ts'
import { type Break, compareSpecs } from '../src/openapi/compare/compare.ts'
import { API_DESCRIPTION, apiDescription } from './support/api-description.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const idOf = ({ id, name }: Break) => id ?? name

/** The breaks whose operation is not named in backticks under "Breaking". */
const unannounced = (breaks: Break[], lines: string) =>
  breaks.filter((broken) => !lines.includes(`\`${idOf(broken)}\``))

describe('the contract', () => {
  test('matches docs/openapi.json (npm run docs:openapi writes it)', async () => {
    const isSame = readFileSync(API_DESCRIPTION, 'utf8') === (await apiDescription())
    expect(isSame, 'docs/openapi.json differs from the route table: run `npm run docs:openapi`').toBe(true)
  })

  test('does not break clients of the last release without a line under "Breaking" in CHANGELOG.md', async () => {
    const { breaks, isComplete } = compareSpecs(
      JSON.parse(read('released-openapi.json')),
      JSON.parse(await apiDescription()),
    )
    const lines = linesOf(unreleased(read('../CHANGELOG.md')), 'Breaking')
    const missing = unannounced(breaks, lines).map((broken) => `\`${idOf(broken)}\`: ${broken.where} ${broken.what}`)
    expect(missing).toEqual([])
    expect(isComplete).toBe(true)
  })
})

test('a line announces a break if it names the operation', () => {
  const broken = { name: 'GET /spaces', id: 'listSpaces', where: 'query limit', what: 'is gone' }
  const changelog = (line: string) => `# Changelog\n\n## [Unreleased]\n\n### Breaking\n\n${line}\n\n### Added\n\n- x\n`
  const missing = (line: string) => unannounced([broken], linesOf(unreleased(changelog(line)), 'Breaking'))
  expect(missing('- `listSpaces` has no `limit` any more.')).toEqual([])
  expect(missing('- `listSpacesOfOthers` has no `limit` any more.')).toEqual([broken])
  expect(missing('')).toEqual([broken])
})
