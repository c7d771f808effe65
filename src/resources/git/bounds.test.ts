// @only-sqlite @slow
// Hostile repositories: refused with the limit they exceed.
import { expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { startedRepositories } from '../../../test/support/repositories.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const repositories = startedRepositories()

/** The operation, once it has ended. */
async function importOf(name: string) {
  const space = (await createSpace(server)).id
  const body = { url: `${repositories.url}/${name}`, ref: 'refs/heads/master' }
  expect((await server.admin.http.post(`/v1/spaces/${space}/git/import`, body)).status).toBe(204)
  const operation = async () => (await server.admin.http.get(`/v1/spaces/${space}/git/info`)).body.operation
  await expect.poll(async () => (await operation()).state, { timeout: 50_000 }).not.toBe('running')
  return operation()
}

test('importGitRepository: a small repository that unpacks to a huge one is refused, and the server keeps running', async () => {
  const zeros = (at: number) => Buffer.concat([Buffer.alloc(20 * 1024 * 1024), Buffer.from(String(at))])
  repositories.add('bomb', Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.md`, zeros(at)])))
  expect(await importOf('bomb')).toMatchObject({
    state: 'failure',
    error: expect.stringMatching(/unpacks to more than 200 times its size: remove large files/),
  })
  expect((await server.admin.http.get('/v1/user')).status).toBe(200)
})

test('importGitRepository: an oversized page is reported, and a large one is imported', async () => {
  const line = 'Words and [a page](other.md).\n\n'
  repositories.add('large', { 'README.md': `# Home\n\n${line.repeat(1000)}`, 'other.md': '# Other\n' })
  repositories.add('too-large', { 'README.md': '# Home\n', 'huge.md': '*a*\n\n'.repeat(20_000) })
  expect((await importOf('large')).state).toBe('success')
  expect(await importOf('too-large')).toMatchObject({
    state: 'failure',
    error: expect.stringMatching(/^huge\.md has more than 50,000 parts.*split the page\.$/),
  })
})
