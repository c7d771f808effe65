import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import git from 'isomorphic-git'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileChanges, listFiles, writeCommit } from './objects.ts'

let gitdir: string

beforeAll(async () => {
  gitdir = await mkdtemp(join(tmpdir(), 'lectern-objects-'))
  await git.init({ fs, gitdir, bare: true })
})
afterAll(() => rm(gitdir, { recursive: true, force: true }))

test('a commit holds the bytes of one file at a time', async () => {
  const names = ['a.bin', 'b/c.bin', 'd.bin']
  const stored = () => fs.readdirSync(join(gitdir, 'objects')).filter((name) => name.length === 2)
  const loaded: number[] = []
  const changes: FileChanges = new Map(
    names.map((name) => [
      name,
      async () => {
        // Earlier files are already in the repository.
        loaded.push(stored().length)
        return Buffer.from(name)
      },
    ]),
  )
  const author = { name: 'Author', email: 'author@example.com' }
  const store = { gitdir, cache: {} }
  const { oid } = await writeCommit(store, { parent: undefined, changes, message: 'All', author })
  expect(loaded).toEqual([0, 1, 2])
  expect([...(await listFiles(store, oid)).keys()]).toEqual(names)
})
