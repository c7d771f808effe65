// @only-sqlite @slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember, createSpace } from '../../../test/support/content.ts'
import { type GitServer, MAIN, startGitServer } from '../../../test/support/git-server.ts'
import { type Person, startedServer } from '../../../test/support/server.ts'
import { newSite } from '../../../test/support/sites.ts'
import { withoutCredentials } from '../../lib/stored-urls.ts'
import { runOperation } from './operations.ts'
import { findOperation, insertOperation } from './queries.ts'

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

/** Waits until the last operation of a space has ended. */
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

describe('imports', () => {
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

  test('importGitRepository: edits since the last import are kept, unless forced', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    const [home, setup] = await pagesOf(space)
    await write(space, [{ operation: 'update_page', page: home!.id, document: { markdown: 'Written here.' } }])
    await git.commit({ 'docs/setup.md': '# Setup\n\nWritten there.\n' })
    expect((await importInto(space)).operation.state).toBe('success')
    expect(await markdownOf(space, 'readme')).toBe('# Home\n\nWritten here.\n')
    expect(await markdownOf(space, 'setup')).toBe('# Setup\n\nWritten there.\n')
    await write(space, [{ operation: 'update_page', page: setup!.id, title: 'Renamed here' }])
    await importInto(space, { force: true })
    expect(await markdownOf(space, 'readme')).toContain('See [setup]')
    expect((await pagesOf(space))[1]!.title).toBe('Setup')
  })

  test('importGitRepository: a standalone import does not change main content', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    const before = await pagesOf(space)
    await importInto(space, { standalone: true })
    expect(await pagesOf(space)).toEqual(before)
    const { body } = await server.admin.http.get(`/v1/spaces/${space}/revisions`)
    const { body: kept } = await server.admin.http.get(`/v1/spaces/${space}/revisions/${body.items[0].id}`)
    expect(kept.pages[0].title).toBe('Home')
  })

  test.each(['refs/pull/3/head', 'refs/merge-requests/7/head'])(
    'importGitRepository: %s is imported beside the content, and only so',
    async (ref) => {
      await git.commit(HANDBOOK)
      await git.propose(ref, { 'docs/README.md': '# Proposed\n' })
      const space = await aSpace()
      await importInto(space)
      const before = await pagesOf(space)
      expect((await importInto(space, { ref, standalone: true })).operation.state).toBe('success')
      expect(await pagesOf(space)).toEqual(before)
      const { body } = await server.admin.http.get(`/v1/spaces/${space}/revisions`)
      const kept = body.items.find((each: { git?: { ref: string } }) => each.git?.ref === ref)
      const { body: revision } = await server.admin.http.get(`/v1/spaces/${space}/revisions/${kept.id}`)
      expect(revision.pages[0].title).toBe('Proposed')
      const refused = async (direction: string, more: object) =>
        (await server.admin.http.post(`/v1/spaces/${space}/git/${direction}`, { url: git.url, ref, ...more })).body
      expect((await refused('import', {})).error.issues[0].path).toBe('ref')
      expect((await refused('export', { commitMessage: 'x', standalone: true })).error.issues[0].path).toBe('ref')
    },
  )

  test('getSpaceGitInfo, getSpaceById: the hosting provider is remembered after it was given once', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    const gitInfo = { provider: 'gitlab', url: 'https://code.example.com/team/handbook' }
    await importInto(space, { gitInfo })
    await git.commit({ 'docs/setup.md': '# Setup\n\nAgain.\n' })
    expect((await importInto(space)).installationProvider).toBe('gitlab')
    const [home] = await pagesOf(space)
    await write(space, [{ operation: 'update_page', page: home!.id, title: 'Welcome' }])
    expect((await exportFrom(space)).installationProvider).toBe('gitlab')
    const { body } = await server.admin.http.get(`/v1/spaces/${space}`)
    expect(body.gitSync).toMatchObject({ installationProvider: 'gitlab', url: gitInfo.url })
    const other = await startGitServer()
    await other.commit(HANDBOOK)
    const elsewhere = await importInto(space, { url: other.url })
    expect([elsewhere.installationProvider, elsewhere.url]).toEqual([undefined, undefined])
    await other.stop()
  })

  test.each([
    [{ ref: 'refs/heads/none' }, /has no refs\/heads\/none: name a branch that exists/],
    [{ url: 'http://127.0.0.1:9/x.git' }, /The connection to .* failed/],
    [{ url: 'http://10.0.0.1/x.git' }, /LECTERN_FETCH_ALLOW/],
    [{ repoProjectDirectory: '../..' }, /outside the repository/],
  ])('importGitRepository, getSpaceGitInfo: %j ends with a sentence', async (more, sentence) => {
    const space = await aSpace()
    const { operation } = await importInto(space, more)
    expect(operation).toMatchObject({ state: 'failure', direction: 'import', error: expect.stringMatching(sentence) })
    const [, ...events] = await eventsOf(space)
    expect(JSON.parse(events.at(-1)!.data)).toMatchObject({ state: 'failure' })
  })

  test('importGitRepository: the error for wrong credentials does not contain them', async () => {
    const space = await aSpace()
    const { operation } = await importInto(space, { url: git.url.replace('robot:', 'robot:wrong-') })
    expect(operation.error).toBe(
      `${git.address} refuses access: put a token into the URL that may read the repository.`,
    )
  })

  test('importGitRepository: invalid repository URLs are refused immediately', async () => {
    const space = await aSpace()
    for (const url of ['file:///etc', 'git@example.com:a/b.git', 'ssh://example.com/a', 'ftp://example.com/a', 'x']) {
      const { status, body } = await server.admin.http.post(`/v1/spaces/${space}/git/import`, { url, ref: MAIN })
      expect([status, body.error.issues[0].path]).toEqual([400, 'url'])
    }
  })

  test('importGitRepository: credentials are never stored unencrypted', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    for (const table of ['git_syncs', 'git_operations', 'events', 'jobs', 'spaces', 'revision_commits'] as const) {
      const rows = await server.database.read.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('git-token')
    }
  })

  test('importGitRepository, exportToGitRepository: credentials are used again, for this repository and organization', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    const refused = { state: 'failure', error: expect.stringMatching(/refuses access/) }
    expect((await importInto(space, { url: git.address })).operation).toMatchObject(refused)
    await importInto(space)
    expect((await importInto(space, { url: git.address })).operation).toMatchObject({ state: 'success' })
    expect((await exportFrom(space, { url: git.address })).operation).toMatchObject({ state: 'success' })
    expect((await importInto(space, { url: `${git.address}/other` })).operation).toMatchObject(refused)
    const { organization } = await server.found()
    await addMember(server, organization, server.admin, 'admin')
    const transferred = await server.admin.http.post(`/v1/spaces/${space}/transfer`, { organization })
    expect(transferred.status).toBe(200)
    expect((await importInto(space, { url: git.address })).operation).toMatchObject(refused)
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

describe('exports', () => {
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
      '# Summary\n\n* [Home](README.md)\n* [Setup](setup.md)\n\n## More\n\n* [News](https://example.com/news)\n\n***\n\n* [Added](added.md)\n',
    )
    const ids = (await pagesOf(space)).map(({ id }) => id)
    await importInto(space)
    expect((await pagesOf(space)).map(({ id }) => id)).toEqual(ids)
    expect((await exportFrom(space)).operation.state).toBe('success')
    expect(await git.files()).toEqual(files)
  })

  test('exportToGitRepository: a repository with new commits must be imported first', async () => {
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

  test('exportToGitRepository: force replaces the new commits', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await importInto(space)
    await git.commit({ 'docs/setup.md': '# Setup\n\nWritten there.\n' })
    expect((await exportFrom(space, { force: true })).operation.state).toBe('success')
    expect((await git.files())['docs/setup.md']).toContain('Second.')
  })

  test('exportToGitRepository: to a new branch and folder, then imported by another space', async () => {
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

  test('exportToGitRepository: files that were never imported are not overwritten', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    await write(space, [{ operation: 'insert_page', title: 'Mine' }])
    const { operation } = await exportFrom(space, { repoProjectDirectory: 'docs' })
    expect(operation.error).toBe(
      'docs/SUMMARY.md already exists in the repository and was never imported: import it first, or overwrite it with force.',
    )
  })

  test('getSpaceGitInfo: the last exports are listed, also after an import', async () => {
    await git.commit(HANDBOOK)
    const space = await aSpace()
    expect((await importInto(space)).exports).toBeUndefined()
    await exportFrom(space)
    await exportFrom(space, { url: `${git.address}/other` })
    const { exports } = await importInto(space)
    expect(exports).toEqual([
      { state: 'failure', startedAt: expect.any(String), endedAt: expect.any(String), error: expect.any(String) },
      { state: 'success', startedAt: expect.any(String), endedAt: expect.any(String) },
    ])
  })
})

describe('addresses', () => {
  test('importGitRepository, getSiteRedirectBySource: redirects of the repository and former paths lead to the pages', async () => {
    const site = await newSite(server, server, { title: `Redirected ${Date.now()}` })
    const [space] = site.spaces as [string]
    const page = { 'a.md': '# A\n', 'b/c.md': '# C\n' }
    await git.commit(
      { ...page, '.gitbook.yaml': 'redirects:\n  help/old: ./b/c.md\n  Nowhere: gone.md\n' },
      'Redirects',
    )
    expect((await importInto(space)).operation.state).toBe('success')
    const follow = async (source: string) => {
      const { status, body } = await site.admin.http.get(`${site.path}/redirect?source=${source}`)
      return status === 200 ? body.target : status
    }
    expect(await follow('/help/old')).toBe(`${site.url}b/c`)
    expect(await follow('/help/OLD/')).toBe(`${site.url}b/c`)
    expect(await follow('/nowhere')).toBe(404)
    await git.commit({ '.gitbook.yaml': null }, 'None')
    expect((await importInto(space)).operation.state).toBe('success')
    expect(await follow('/help/old')).toBe(404)
  })
  test('duplicateSpace: redirects lead to the pages of the copy', async () => {
    const space = await aSpace()
    await git.commit({ 'a.md': '# A\n', '.gitbook.yaml': 'redirects:\n  help/old: a.md\n' }, 'Redirects')
    expect((await importInto(space)).operation.state).toBe('success')
    const { body: copy } = await server.admin.http.post(`/v1/spaces/${space}/duplicate`)
    const sites = `/v1/orgs/${server.organization}/sites`
    const { body: site } = await server.admin.http.post(sites, { title: 'Copied', spaces: [copy.id] })
    const { urls } = (await server.admin.http.post(`${sites}/${site.id}/publish`)).body
    const { body } = await server.admin.http.get(`${sites}/${site.id}/redirect?source=/help/old`)
    expect(body.target).toBe(`${urls.published}a`)
  })
})

describe('tags', () => {
  test('importGitRepository, getPageByPath: of a page are references to those of the space', async () => {
    const space = await aSpace()
    await git.commit(
      { 'a.md': '---\ntags:\n  - beta\n  - 2\n---\n\n# A\n', 'b/c.md': '# C\n', '.gitbook/tags.yaml': '- tag: beta\n' },
      'Tags',
    )
    expect((await importInto(space)).operation.state).toBe('success')
    const tagsOf = async (path: string) =>
      (await server.admin.http.get(`/v1/spaces/${space}/content/path/${path}`)).body.tags
    expect(await tagsOf('a')).toEqual(['beta', '2'].map((tag) => ({ tag: { kind: 'tag', tag } })))
    expect(await tagsOf('b%2Fc')).toEqual([])
  })
})

describe('unsupported input', () => {
  test('getSpaceGitInfo: is reported with file and line until it is fixed', async () => {
    const space = await aSpace()
    await git.commit(
      {
        'SUMMARY.md': '* [A](a.md)\n* [C](b/c.md)\n* [Gone](gone.md)\n',
        'a.md': '# A\n\n```\n{% mystery %}\n```\n\nText.\n\n{% mystery a="b" %}\n',
        'b/c.md': '# C\n\nSee Map\\<string>, <**v**> and `<b>`.\n\n<img src="https://a.b/x.png" alt="Set<v>">\n',
        '.gitbook.yaml': 'redirects:\n  one: a.md\n  two: nowhere.md\n',
        '.gitbook/tags.yaml': '- [',
      },
      'Odd',
    )
    const told = [
      { path: '.gitbook/tags.yaml', message: 'The file is not valid YAML.' },
      { path: 'SUMMARY.md', line: 3, message: 'gone.md does not exist.' },
      { path: '.gitbook.yaml', line: 3, message: 'The redirect to nowhere.md has no target page.' },
      { path: 'a.md', line: 9, message: '{% mystery %} is not supported and is shown as source.' },
    ]
    expect((await importInto(space)).notUnderstood).toEqual(told)
    await git.commit({ 'b/c.md': '# C\n\nOther.\n' }, 'Elsewhere')
    expect((await importInto(space)).notUnderstood).toEqual(told)
    await git.commit(
      {
        'a.md': '# A\n',
        '.gitbook/tags.yaml': null,
        '.gitbook.yaml': null,
        'SUMMARY.md': '* [A](a.md)\n* [C](b/c.md)\n',
      },
      'Better',
    )
    expect((await importInto(space)).notUnderstood).toEqual([])
  })
})

describe('an import is a run', () => {
  const runs = async (space: string) =>
    (await server.admin.http.get(`/v1/org/${server.organization}/imports?space=${space}`)).body.items

  test('importGitRepository, listImportRuns: with the revision that it made', async () => {
    await git.commit(HANDBOOK)
    const { id: space } = await createSpace(server)
    await importInto(space)
    const { revision } = (await server.admin.http.get(`/v1/spaces/${space}`)).body
    const source = { type: 'git', url: withoutCredentials(git.url), ref: MAIN }
    const [run, ...others] = await runs(space)
    expect(run).toMatchObject({ status: 'completed', revision, source, totalResources: run.importedResources })
    expect([run.importedResources > 0, others]).toEqual([true, []])
  })

  test('cancelImportRun: a run cancelled before its commit changes nothing', async () => {
    await git.commit(HANDBOOK)
    const { id: spaceId, revision } = await createSpace(server)
    const wanted = {
      spaceId,
      direction: 'import',
      request: { url: git.url, ref: MAIN },
      userId: server.admin.id,
    } as const
    const id = await server.database.write((db) => insertOperation(db, wanted, server.vault))
    const { status } = await server.admin.http.post(`/v1/org/${server.organization}/imports/${id}/cancel`)
    expect(status).toBe(200)
    await runOperation(server, (await findOperation(server.database.read, id))!)
    expect((await ended(server.admin, spaceId)).operation).toMatchObject({
      state: 'failure',
      error: 'The import was cancelled.',
    })
    expect((await server.admin.http.get(`/v1/spaces/${spaceId}`)).body.revision).toBe(revision)
    expect(await runs(spaceId)).toMatchObject([{ status: 'cancelled' }])
  })
})
