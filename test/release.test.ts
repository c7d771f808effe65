// @slow
// A release in a temporary repository, with real Git and npm; the checks are scripts that pass or fail.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ReleaseError, release } from '../release/release.ts'

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-01\n\n- All.\n'
const DESCRIBE =
  "const { version } = require('./package.json'); require('fs').writeFileSync('docs/openapi.json', JSON.stringify({ version }, null, 2))"
const PASSES = 'node -e 0'

const scratch = mkdtempSync(join(tmpdir(), 'lectern-release-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

let folder: string
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const put = (path: string, text: string) => writeFileSync(join(folder, path), text)
const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim()
const releaseOf = (version: string) => release({ folder, version, date: '2026-02-03' })

function commit(scripts: Record<string, string> = {}, changelog = CHANGELOG): void {
  put('CHANGELOG.md', changelog)
  const checks = {
    types: PASSES,
    lint: PASSES,
    'test:contract': PASSES,
    build: PASSES,
    'docs:openapi': 'node describe.cjs',
  }
  const all = { name: 'lectern', version: '0.1.0', private: true, scripts: { ...checks, ...scripts } }
  put('package.json', JSON.stringify(all, null, 2))
  git('add', '--all')
  git('commit', '--quiet', '--message', 'a commit')
}

beforeEach(() => {
  folder = mkdtempSync(join(scratch, 'repository-'))
  for (const name of ['docs', 'test']) mkdirSync(join(folder, name))
  git('init', '--quiet')
  git('config', 'user.name', 'Release')
  git('config', 'user.email', 'release@example.com')
  put('describe.cjs', DESCRIBE)
  put('.gitignore', '*.tgz\n')
  put('docs/openapi.json', '{}')
  put('test/released-openapi.json', '{}')
})

describe('a release', () => {
  test('sets the version, moves the changelog, stores the contract, commits, tags and packs', () => {
    commit()
    expect(releaseOf('0.2.0')).toBe('lectern-0.2.0.tgz')
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' })
    expect(read('CHANGELOG.md')).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A thing.\n')
    expect(JSON.parse(read('docs/openapi.json'))).toEqual({ version: '0.2.0' })
    expect(read('test/released-openapi.json')).toBe('{"version":"0.2.0"}\n')
    expect(git('log', '-1', '--format=%s %D')).toMatch(/^release: 0\.2\.0 .*tag: v0\.2\.0/)
    expect(git('status', '--porcelain')).toBe('')
    expect(existsSync(join(folder, 'lectern-0.2.0.tgz'))).toBe(true)
  })

  const refused = (reason: string, version = '0.2.0') => {
    const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain')]
    expect(() => releaseOf(version)).toThrow(reason)
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual(before)
    expect(git('tag', '--list', `v${version}`)).toBe('')
  }

  test.each(['', '0.1.0', '0.0.9', '1', 'v0.2.0', '0.2.0; ls'])('is not made for the version %j', (version) => {
    commit()
    refused('is not a version after 0.1.0', version)
  })

  test('is not made of changes that are not committed', () => {
    commit()
    put('other.txt', 'new')
    refused('The working tree has changes')
  })

  test.each(['lint', 'docs:openapi'])('is not made when %s fails', (script) => {
    commit({ [script]: 'node -e "console.log(\'a fault\'); process.exit(1)"' })
    refused('a fault')
  })

  test('is not made without anything to tell, nor twice', () => {
    commit({}, '# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n')
    refused('nothing under "Unreleased"')
    commit({}, CHANGELOG.replace('0.1.0', '0.2.0'))
    refused('has 0.2.0 already')
    commit()
    git('tag', 'v0.3.0')
    expect(() => releaseOf('0.3.0')).toThrow(ReleaseError)
  })
})
