// @slow
// Pushes commits to git over HTTP.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startedRepositories } from '../../test/support/repositories.ts'
import { parseAllowList } from '../fetch/addresses.ts'
import { createFetcher } from '../fetch/fetcher.ts'
import { createGit, type GitRepository } from './git.ts'
import type { FileChanges } from './objects.ts'

const repositories = startedRepositories()
const parsed = parseAllowList('127.0.0.1')
if ('wrong' in parsed) throw new Error(parsed.wrong)
const git = createGit({ fetcher: createFetcher(parsed) })

const MASTER = 'refs/heads/master'
const author = { name: 'Author', email: 'author@example.com' }

const open = (name: string, ref = MASTER): Promise<GitRepository> =>
  git.open(git.addressOf(`${repositories.url}/${name}`, 'operator')!, ref, { create: true })

const commitTo = async (repository: GitRepository, files: Record<string, Uint8Array | null>, message = 'An edit') => {
  const changes: FileChanges = new Map(
    Object.entries(files).map(([path, bytes]) => [path, bytes && (async () => bytes)] as const),
  )
  return (await repository.commit({ changes, message, author })).oid
}

const run = (name: string, ...words: string[]) =>
  execFileSync('git', ['-C', join(repositories.folder, name), ...words], { maxBuffer: 2 ** 26, stdio: 'pipe' })

test('a commit with files of every size arrives whole', async () => {
  repositories.add('sizes', { 'README.md': '# Home\n', 'old.md': '# Old\n' })
  const sizes = [0, 1, 15, 16, 2047, 2048, 300_000, 5_000_000]
  const files = Object.fromEntries(sizes.map((size) => [`deep/er/${size}.bin`, randomBytes(size)]))
  const repository = await open('sizes')
  const commit = await commitTo(repository, { ...files, 'old.md': null })
  await repository.push(commit)
  await repository.close()
  expect(run('sizes', 'rev-parse', MASTER).toString().trim()).toBe(commit)
  expect(run('sizes', 'fsck', '--full', '--strict').toString()).toBe('')
  for (const [path, bytes] of Object.entries(files))
    expect(run('sizes', 'cat-file', 'blob', `${MASTER}:${path}`).equals(bytes), path).toBe(true)
  const names = run('sizes', 'ls-tree', '-r', '--name-only', MASTER).toString().trim().split('\n')
  expect(names).toEqual(['README.md', ...Object.keys(files)].sort())
})

test('a missing branch is created', async () => {
  repositories.add('branch', { 'README.md': '# Home\n' })
  const repository = await open('branch', 'refs/heads/new')
  await repository.push(await commitTo(repository, { 'a.md': Buffer.from('# A\n') }))
  await repository.close()
  expect(run('branch', 'ls-tree', '-r', '--name-only', 'new').toString()).toBe('a.md\n')
})

test('of two pushes on the same commit, the second fails because the repository changed', async () => {
  repositories.add('race', { 'README.md': '# Home\n' })
  const [first, second] = [await open('race'), await open('race')]
  const theirs = await commitTo(first, { 'a.md': Buffer.from('# A\n') }, 'First')
  const ours = await commitTo(second, { 'a.md': Buffer.from('# B\n') }, 'Second')
  await first.push(theirs)
  await expect(second.push(ours)).rejects.toThrow(/has changed meanwhile: import it first/)
  await Promise.all([first.close(), second.close()])
  expect(run('race', 'rev-parse', MASTER).toString().trim()).toBe(theirs)
})

test('a commit that the server rejects is a failure', async () => {
  repositories.add('closed', { 'README.md': '# Home\n' })
  run('closed', 'config', 'receive.denyNonFastForwards', 'true')
  execFileSync('sh', ['-c', 'printf "#!/bin/sh\\nexit 1\\n" > hooks/pre-receive; chmod +x hooks/pre-receive'], {
    cwd: join(repositories.folder, 'closed'),
  })
  const repository = await open('closed')
  const commit = await commitTo(repository, { 'a.md': Buffer.from('# A\n') })
  await expect(repository.push(commit)).rejects.toThrow(/rejected the commit: check whether .* is protected/)
  await repository.close()
})

test('a branch can be named in a repository whose default branch does not exist', async () => {
  repositories.add('no-default', { 'README.md': '# Home\n' })
  run('no-default', 'symbolic-ref', 'HEAD', 'refs/heads/gone')
  const repository = await open('no-default')
  expect([...(await repository.files()).keys()]).toEqual(['README.md'])
  const commit = await commitTo(repository, { 'new.md': Buffer.from('# New\n') })
  await repository.push(commit)
  await repository.close()
  expect(run('no-default', 'rev-parse', MASTER).toString().trim()).toBe(commit)
})
