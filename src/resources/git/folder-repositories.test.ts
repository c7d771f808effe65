// @only-sqlite @slow
import { execFileSync } from 'node:child_process'
import fs, { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import git from 'isomorphic-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { writeCommit } from '../../git/objects.ts'
import { runNow } from './folders.ts'

const top = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-folders-')))
const allowed = join(top, 'repositories')
mkdirSync(allowed)
const server = startedServer({ gitFolder: allowed })
const ref = 'refs/heads/main'
const author = { name: 'Author', email: 'author@example.com' }

const FILES = {
  '.gitbook.yaml': 'redirects:\n  old/place: guide.md\n',
  'README.md': '# Home\n\nSee [the guide](old/place).\n',
  'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n',
  'guide.md': '# Guide\n\nFirst.\n',
}

async function makeRepository(
  folder: string,
  files: Record<string, string> = FILES,
  name = 'book.git',
): Promise<{ url: string; gitdir: string; first: string }> {
  const gitdir = join(folder, name)
  mkdirSync(gitdir)
  await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' })
  const changes = new Map(Object.entries(files).map(([path, text]) => [path, async () => Buffer.from(text)]))
  const { oid } = await writeCommit({ gitdir, cache: {} }, { parent: undefined, changes, message: 'First', author })
  await git.writeRef({ fs, gitdir, ref, value: oid, force: true })
  return { url: pathToFileURL(gitdir).href, gitdir, first: oid }
}

const at = (space: string, direction: string) => `/v1/spaces/${space}/git/${direction}`

async function ended(space: string) {
  for (;;) {
    const { body } = await server.admin.http.get(at(space, 'info'))
    if (body.operation.state !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('repositories of this machine', () => {
  let inside: Awaited<ReturnType<typeof makeRepository>>
  let outside: typeof inside

  beforeAll(async () => {
    const own = join(allowed, server.organization)
    mkdirSync(own)
    inside = await makeRepository(own)
    outside = await makeRepository(top)
    symlinkSync(outside.gitdir, join(own, 'led-out.git'))
  })
  afterAll(() => rmSync(top, { recursive: true }))

  test('importGitRepository, exportToGitRepository, getSpaceGitInfo: are imported and exported where the configuration allows it', async () => {
    const { id: space } = await createSpace(server, { title: 'Book' })
    const { http } = server.admin
    expect((await http.post(at(space, 'import'), { url: inside.url, ref })).status).toBe(204)
    expect((await ended(space)).operation).toMatchObject({ state: 'success' })
    const { pages } = (await http.get(`/v1/spaces/${space}/content/pages`)).body
    expect(pages.map(({ title }: { title: string }) => title)).toEqual(['Home', 'Guide'])
    const home = (await http.get(`/v1/spaces/${space}/content/page/${pages[0].id}?format=document`)).body
    expect(JSON.stringify(home.document)).toContain(`"page":"${pages[1].id}"`)

    const changes = [{ operation: 'update_page', page: pages[1].id, document: { markdown: 'Second.\n' } }]
    expect((await http.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    expect((await http.post(at(space, 'export'), { url: inside.url, ref, commitMessage: 'Out' })).status).toBe(204)
    expect((await ended(space)).operation).toMatchObject({ state: 'success' })
    const [head, before] = await git.log({ fs, gitdir: inside.gitdir, ref })
    expect([head?.commit.message.trim(), before?.oid]).toEqual(['Out', inside.first])
    const text = async (filepath: string) =>
      Buffer.from((await git.readBlob({ fs, gitdir: inside.gitdir, oid: head!.oid, filepath })).blob).toString()
    expect(await text('.gitbook.yaml')).toBe(FILES['.gitbook.yaml'])
    expect(await text('README.md')).toBe(FILES['README.md'])
    expect(await text('guide.md')).toContain('Second.')
  })

  test('importGitRepository: belong to one organization each', async () => {
    const other = await server.found()
    const { id: space } = await createSpace(other, { title: 'Book' })
    const shared = await makeRepository(allowed)
    for (const url of [inside.url, shared.url, pathToFileURL(allowed).href]) {
      const { status, body } = await other.admin.http.post(at(space, 'import'), { url, ref })
      expect([status, body.error.issues[0].path], url).toEqual([400, 'url'])
    }
    const { database, files, vault } = server
    const means = { database, files, vault, git: server.git }
    await runNow(means, { spaceId: space, direction: 'import', request: { url: shared.url, ref } })
    expect((await other.admin.http.get(`/v1/spaces/${space}/content/pages`)).body.pages).toHaveLength(2)
  })

  test('importGitRepository: one that unpacks to a huge one is refused, whether its objects are packed or not', async () => {
    const own = join(allowed, server.organization)
    const zeros = Object.fromEntries([1, 2, 3].map((at) => [`${at}.md`, `${'\0'.repeat(20 * 1024 * 1024)}${at}`]))
    const loose = await makeRepository(own, zeros, 'loose.git')
    const packed = await makeRepository(own, zeros, 'packed.git')
    execFileSync('git', ['-C', packed.gitdir, 'repack', '-a', '-d', '--quiet'])
    for (const { url } of [loose, packed]) {
      const { id: space } = await createSpace(server)
      expect((await server.admin.http.post(at(space, 'import'), { url, ref })).status).toBe(204)
      expect((await ended(space)).operation).toMatchObject({
        state: 'failure',
        error: expect.stringMatching(/unpacks to more than 200 times its size: remove large files/),
      })
    }
  })

  test('importGitRepository: are not found outside the folder, nor through symbolic links out of it', async () => {
    const { id: space } = await createSpace(server, { title: 'Book' })
    const led = pathToFileURL(join(allowed, server.organization, 'led-out.git')).href
    for (const url of [outside.url, `${pathToFileURL(allowed).href}/../book.git`, led]) {
      const { status, body } = await server.admin.http.post(at(space, 'import'), { url, ref })
      if (status === 204) expect((await ended(space)).operation.state, url).toBe('failure')
      else expect([status, body.error.issues[0].path], url).toEqual([400, 'url'])
    }
    expect((await server.admin.http.get(`/v1/spaces/${space}/content/pages`)).body.pages).toEqual([])
  })
})
