import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { type GitServer, MAIN, startGitServer } from '../../../test/support/git-server.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })

const HANDBOOK = {
  '.gitbook.yaml': 'root: ./docs/\n',
  'docs/README.md': '# Home\n\nSee [setup](setup.md#linux).\n\n\n* odd\n  spacing\n',
  'docs/SUMMARY.md':
    '# Summary\n\n- [Home](README.md)\n- [Setup](setup.md)\n\n## More\n\n- [News](https://example.com/news)\n',
  'docs/setup.md':
    '---\ndescription: How to set up\n---\n\n# Setup\n\n![](.gitbook/assets/logo.svg)\n\n## Linux\n\nFirst.\n\nSecond.\n',
  'docs/.gitbook/assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
  'docs/.gitbook/vars.yaml': 'version: 2\n',
  LICENSE: 'Free.',
}

let git: GitServer

beforeAll(async () => {
  git = await startGitServer()
})
afterAll(() => git.stop())

interface Page {
  id: string
  title: string
  type: string
  path?: string
  pages?: Page[]
  git?: { oid: string; path: string }
  description?: string
}

/** Waits until the last operation of a space is over. */
async function ended(person: Person, space: string) {
  for (;;) {
    const { body } = await person.http.get(`/v1/spaces/${space}/git/info`)
    if (body.operation.state !== 'running') return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function importInto(space: string, more: object = {}) {
  const body = { url: git.url, ref: MAIN, ...more }
  expect((await server.admin.http.post(`/v1/spaces/${space}/git/import`, body)).status).toBe(204)
  return ended(server.admin, space)
}

async function exportFrom(space: string, more: object = {}) {
  const body = { url: git.url, ref: MAIN, commitMessage: 'From here', ...more }
  expect((await server.admin.http.post(`/v1/spaces/${space}/git/export`, body)).status).toBe(204)
  return ended(server.admin, space)
}

const pagesOf = async (space: string): Promise<Page[]> =>
  (await server.admin.http.get(`/v1/spaces/${space}/content/pages`)).body.pages

const markdownOf = async (space: string, path: string): Promise<string> =>
  (await server.admin.http.get(`/v1/spaces/${space}/content/path/${path}?format=markdown`)).body.markdown

const write = (space: string, changes: object[]) => server.admin.http.post(`/v1/spaces/${space}/content`, { changes })

const aSpace = async (): Promise<string> => (await createSpace(server, { title: 'Handbook' })).id

const eventsOf = (space: string) =>
  server.database.read
    .selectFrom('events')
    .select(['action', 'data'])
    .where('target_id', '=', space)
    .where('action', 'like', 'space.git.%')
    .orderBy('id')
    .execute()

describe('a repository comes in', () => {
  test('importGitRepository, getSpaceGitInfo: pages, files and variables arrive in one revision', async () => {
    const commit = await git.commit(HANDBOOK, 'First')
    const space = await aSpace()
    expect((await server.admin.http.get(`/v1/spaces/${space}/git/info`)).status).toBe(404)
    const info = await importInto(space, {
      repoTreeURL: 'https://example.com/tree/main',
      repoCommitURL: 'https://example.com/commit',
    })
    expect(info).toMatchObject({
      repoName: 'team/handbook',
      url: 'https://example.com/tree/main',
      operation: { state: 'success', direction: 'import', stage: 'finalize' },
    })
    const pages = await pagesOf(space)
    expect(pages).toMatchObject([
      { title: 'Home', path: 'readme', git: { path: 'docs/README.md' } },
      { title: 'Setup', path: 'setup', description: 'How to set up' },
      { title: 'More', type: 'group', pages: [{ title: 'News', type: 'link' }] },
    ])
    expect(await markdownOf(space, 'readme')).toContain('[setup](setup.md#linux)')
    const { body: revision } = await server.admin.http.get(`/v1/spaces/${space}/content`)
    expect(revision).toMatchObject({
      variables: { version: 2 },
      files: [{ name: 'logo.svg', contentType: 'image/svg+xml', git: { path: 'docs/.gitbook/assets/logo.svg' } }],
      git: {
        oid: commit,
        message: 'First',
        createdByService: false,
        ref: MAIN,
        url: `https://example.com/commit/${commit}`,
      },
    })
    const { body: history } = await server.admin.http.get(`/v1/spaces/${space}/revisions`)
    expect(history.items[0].git).toEqual(revision.git)
    expect((await server.admin.http.get(`/v1/spaces/${space}`)).body.gitSync).toMatchObject({
      repoName: 'team/handbook',
    })
    const events = await eventsOf(space)
    expect(events.map(({ action }) => action)).toEqual([
      'space.git.requested',
      'space.git.started',
      'space.git.completed',
    ])
    expect(JSON.parse(events[2]!.data)).toMatchObject({ state: 'success', commit, revision: revision.id })
  })

  test('importGitRepository: a later import keeps the ids of pages and the keys of blocks', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    const before = await pagesOf(space)
    await git.commit({ 'docs/setup.md': `${HANDBOOK['docs/setup.md']}\nThird.\n`, 'docs/new.md': '# New\n' })
    await git.commit({ 'docs/SUMMARY.md': '* [Setup](setup.md)\n  * [Home](README.md)\n* [New](new.md)\n' })
    await importInto(space)
    const after = await pagesOf(space)
    expect(after).toMatchObject([{ id: before[1]!.id, pages: [{ id: before[0]!.id }] }, { title: 'New' }])
    expect(await markdownOf(space, 'setup')).toContain('Third.')
  })

  test('importGitRepository: edits made here since the last time stay, unless it is forced', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    const [home, setup] = await pagesOf(space)
    await write(space, [{ operation: 'update_page', page: home!.id, document: { markdown: 'Written here.' } }])
    await git.commit({ 'docs/setup.md': '# Setup\n\nWritten there.\n' })
    expect((await importInto(space)).operation.state).toBe('success')
    expect(await markdownOf(space, 'readme')).toBe('Written here.\n')
    expect(await markdownOf(space, 'setup')).toBe('Written there.\n')
    await write(space, [{ operation: 'update_page', page: setup!.id, title: 'Renamed here' }])
    await importInto(space, { force: true })
    expect(await markdownOf(space, 'readme')).toContain('See [setup]')
    expect((await pagesOf(space))[1]!.title).toBe('Setup')
  })

  test('importGitRepository: a standalone import leaves the content alone', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    const before = await pagesOf(space)
    await importInto(space, { standalone: true })
    expect(await pagesOf(space)).toEqual(before)
    const { body } = await server.admin.http.get(`/v1/spaces/${space}/revisions`)
    const { body: kept } = await server.admin.http.get(`/v1/spaces/${space}/revisions/${body.items[0].id}`)
    expect(kept.pages[0].title).toBe('Home')
  })

  test.each([
    [{ ref: 'refs/heads/none' }, /has no refs\/heads\/none: name a branch that exists/],
    [{ url: 'http://127.0.0.1:9/x.git' }, /The connection to .* failed/],
    [{ url: 'http://10.0.0.1/x.git' }, /LECTERN_FETCH_ALLOW/],
    [{ repoProjectDirectory: '../..' }, /leaves the repository/],
  ])('importGitRepository, getSpaceGitInfo: %j ends with a sentence', async (more, sentence) => {
    const space = await aSpace()
    const { operation } = await importInto(space, more)
    expect(operation).toMatchObject({ state: 'failure', direction: 'import', error: expect.stringMatching(sentence) })
    const [, ...events] = await eventsOf(space)
    expect(JSON.parse(events.at(-1)!.data)).toMatchObject({ state: 'failure' })
  })

  test('importGitRepository: wrong credentials end with a sentence that does not have them', async () => {
    const space = await aSpace()
    const { operation } = await importInto(space, { url: git.url.replace('robot:', 'robot:wrong-') })
    expect(operation.error).toBe(
      `${git.address} refuses access: put a token into the URL that may read the repository.`,
    )
  })

  test('importGitRepository: what no repository can be at is refused at once', async () => {
    const space = await aSpace()
    for (const url of ['file:///etc', 'git@example.com:a/b.git', 'ssh://example.com/a', 'ftp://example.com/a', 'x']) {
      const { status, body } = await server.admin.http.post(`/v1/spaces/${space}/git/import`, { url, ref: MAIN })
      expect([status, body.error.issues[0].path]).toEqual([400, 'url'])
    }
  })

  test('importGitRepository: credentials are nowhere in the database as they are', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    for (const table of ['git_syncs', 'git_operations', 'events', 'jobs', 'spaces', 'revision_commits'] as const) {
      const rows = await server.database.read.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('git-token')
    }
  })

  test('importGitRepository, exportToGitRepository: only those who may trigger it', async () => {
    const space = await aSpace()
    const editor = await server.join('edit')
    for (const direction of ['import', 'export'])
      expect(
        (
          await editor.http.post(`/v1/spaces/${space}/git/${direction}`, {
            url: git.url,
            ref: MAIN,
            commitMessage: 'x',
          })
        ).status,
      ).toBe(403)
  })
})

describe('a space goes out', () => {
  test('exportToGitRepository: nothing is committed when nothing was edited', async () => {
    const commit = await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    expect((await exportFrom(space)).operation).toMatchObject({ state: 'success', direction: 'export' })
    expect(await git.head()).toBe(commit)
  })

  test('exportToGitRepository: the commit changes the files whose pages changed, and no other', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    const [, setup] = await pagesOf(space)
    await write(space, [
      { operation: 'update_page', page: setup!.id, document: { markdown: 'Written here.' } },
      { operation: 'insert_page', title: 'Added', document: { markdown: 'See [setup](setup.md).' } },
      { operation: 'insert_files', files: [{ base64: Buffer.from('text').toString('base64'), name: 'a file.txt' }] },
    ])
    expect((await exportFrom(space)).operation.state).toBe('success')
    const [last] = await git.log()
    expect(last).toMatchObject({ message: 'From here\n', author: server.admin.email })
    expect(last!.changed).toEqual([
      'docs/.gitbook/assets/a file.txt',
      'docs/SUMMARY.md',
      'docs/added.md',
      'docs/setup.md',
    ])
    const files = await git.files()
    expect(files['docs/README.md']).toBe(HANDBOOK['docs/README.md'])
    expect(files['docs/setup.md']).toBe('---\ndescription: How to set up\n---\n\n# Setup\n\nWritten here.\n')
    expect(files['docs/added.md']).toBe('# Added\n\nSee [setup](setup.md).\n')
    expect(files['docs/SUMMARY.md']).toBe(
      '# Table of contents\n\n* [Home](README.md)\n* [Setup](setup.md)\n\n## More\n\n* [News](https://example.com/news)\n\n***\n\n* [Added](added.md)\n',
    )
    const ids = (await pagesOf(space)).map(({ id }) => id)
    await importInto(space)
    expect((await pagesOf(space)).map(({ id }) => id)).toEqual(ids)
    expect((await exportFrom(space)).operation.state).toBe('success')
    expect(await git.files()).toEqual(files)
  })

  test('exportToGitRepository: a repository that has moved on must be imported first', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    const [home] = await pagesOf(space)
    await git.commit({ 'docs/setup.md': '# Setup\n\nWritten there.\n' })
    await write(space, [{ operation: 'update_page', page: home!.id, title: 'Welcome' }])
    expect((await exportFrom(space)).operation).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('import it first'),
    })
    await importInto(space)
    expect((await exportFrom(space)).operation.state).toBe('success')
    const files = await git.files()
    expect(files['docs/setup.md']).toBe('# Setup\n\nWritten there.\n')
    expect(files['docs/README.md']).toMatch(/^# Welcome\n/)
  })

  test('exportToGitRepository: forced, it replaces what was done there', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    await git.commit({ 'docs/setup.md': '# Setup\n\nWritten there.\n' })
    expect((await exportFrom(space, { force: true })).operation.state).toBe('success')
    expect((await git.files())['docs/setup.md']).toContain('Second.')
  })

  test('exportToGitRepository: to a branch and a folder that nobody has seen, then imported by another space', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    const where = { repoProjectDirectory: 'copy' }
    expect((await exportFrom(space)).operation.state).toBe('success')
    expect((await exportFrom(space, where)).operation.state).toBe('success')
    const files = await git.files()
    for (const path of ['README.md', 'SUMMARY.md', 'setup.md', '.gitbook/vars.yaml', '.gitbook/assets/logo.svg'])
      expect(Object.keys(files)).toContain(`copy/${path}`)
    const other = await aSpace()
    await importInto(other, where)
    expect((await pagesOf(other)).map(({ title, path }) => [title, path])).toEqual(
      (await pagesOf(space)).map(({ title, path }) => [title, path]),
    )
    expect(await markdownOf(other, 'setup')).toContain('Second.')
  })

  test('exportToGitRepository: what was never imported is not overwritten by accident', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await write(space, [{ operation: 'insert_page', title: 'Mine' }])
    const { operation } = await exportFrom(space, { repoProjectDirectory: 'docs' })
    expect(operation.error).toBe(
      'docs/SUMMARY.md is there already, and was never imported here: import first, or set force to replace it.',
    )
  })
})
