import { beforeAll, describe, expect, test } from 'vitest'
import { createSpace, enter } from '../../../test/support/content.ts'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { startedServer } from '../../../test/support/server.ts'
import type { Change } from '../../engine/changes/change.ts'

const server = startedServer()

const page = (id: string, title: string, markdown = '', more: object = {}): Change => ({
  operation: 'insert_page',
  id,
  title,
  document: documentOf(markdown),
  ...more,
})

interface Item {
  id: string
  title: string
  path: string
  sections: { id: string; title: string; path: string; body: string; urls: { app: string } }[]
}

async function find(space: string, query: string, more = ''): Promise<Item[]> {
  const { status, body } = await server.admin.http.get(
    `/v1/spaces/${space}/search?query=${encodeURIComponent(query)}${more}`,
  )
  expect(status, query).toBe(200)
  return body.items
}

const idsOf = async (space: string, query: string) => (await find(space, query)).map(({ id }) => id)

describe('searching a space', () => {
  let space: string

  beforeAll(async () => {
    space = (await createSpace(server)).id
    await edit(server, { space }, [
      page('body', 'Notes', 'Before you start, install the server.\n\n## Later\n\nNothing about it.'),
      page('heading', 'Guide', 'An introduction.\n\n## How to install\n\nRun the command.'),
      page('title', 'Install Lectern', 'Short.'),
      page('whole', 'Install', 'Shorter.'),
      page('often', 'Manual', 'Install this.\n\nInstall that.\n\nInstall all.'),
      page('accents', 'Crème brûlée', 'Łódź and Ærøskøbing on the Straße.'),
      page('cjk', '日本語の文書', '東京でサーバーを動かす。設定は簡単です。'),
      page('korean', '설치 안내', '서버를 시작합니다.'),
      page(
        'code',
        'Reference',
        '```js\nconst serverPort = process.env.PORT_NUMBER\n```\n\n| a | b |\n|---|---|\n| cellword | x |',
      ),
    ])
  })

  test('searchSpaceContent: the best matches first: whole title, name, heading, often, anywhere', async () => {
    expect(await idsOf(space, 'install')).toEqual(['whole', 'title', 'heading', 'often', 'body'])
  })

  test('searchSpaceContent: a page titled like the query comes before pages that mention it', async () => {
    const id = (await createSpace(server)).id
    const file = (path: string) => ({ git: { oid: 'a'.repeat(40), path } })
    await edit(server, { space: id }, [
      page('mentions', 'Notes', 'The faq has it.\n\nSee the faq.\n\nRead the faq about quick start and release notes.'),
      page('heading', 'Guide', '## FAQ\n\n## Quick start\n\n## Release notes'),
      page('file', 'よくある質問', '回答。', { slug: 'questions', ...file('help/faq.md') }),
      page('slug', 'はじめに', '手順。', { slug: 'quick-start' }),
      page('folder', '更新', '一覧。', { slug: 'updates', ...file('release/notes/README.md') }),
      page('title', 'FAQ', 'Answers.'),
    ])
    expect(await idsOf(id, 'FAQ')).toEqual(['title', 'file', 'heading', 'mentions'])
    expect(await idsOf(id, 'quick start')).toEqual(['slug', 'heading', 'mentions'])
    expect(await idsOf(id, 'release notes')).toEqual(['folder', 'heading', 'mentions'])
    expect(await idsOf(id, 'questions')).toEqual(['file'])
    await edit(server, { space: id }, [{ operation: 'update_page', page: 'slug', slug: 'tutorial' }])
    expect(await idsOf(id, 'tutorial')).toEqual(['slug'])
    expect(await idsOf(id, 'quick start')).toEqual(['heading', 'mentions'])
  })

  test('searchSpaceContent: all words must match, the last one as a prefix', async () => {
    expect(await idsOf(space, 'install command')).toEqual(['heading'])
    expect(await idsOf(space, 'command inst')).toEqual(['heading'])
    expect(await idsOf(space, 'inst command')).toEqual([])
    expect(await idsOf(space, 'lectern short')).toEqual(['title'])
    expect(await idsOf(space, 'install missing')).toEqual([])
  })

  test('searchSpaceContent: case and diacritics do not matter', async () => {
    for (const query of ['creme brulee', 'CRÈME', 'lodz', 'Łódź', 'aeroskobing', 'strasse', 'Straße'])
      expect(await idsOf(space, query), query).toEqual(['accents'])
  })

  test('searchSpaceContent: text without spaces is found by any part of it', async () => {
    for (const query of ['日本', '本語', '文書', '書', 'サーバー', '設定', '東京 文書'])
      expect(await idsOf(space, query), query).toEqual(['cjk'])
    for (const query of ['설치', '서버', '시작']) expect(await idsOf(space, query), query).toEqual(['korean'])
    expect(await idsOf(space, '京都')).toEqual([])
  })

  test('searchSpaceContent: code and tables are text too', async () => {
    for (const query of ['serverport', 'port_number', 'cellword']) expect(await idsOf(space, query)).toEqual(['code'])
  })

  test('searchSpaceContent: sections have their anchor and the text around the match', async () => {
    const [found] = await find(space, 'install command')
    expect(found).toMatchObject({ id: 'heading', title: 'Guide', path: 'guide' })
    expect(found!.sections).toEqual([
      {
        id: 'how-to-install',
        title: 'How to install',
        path: 'guide#how-to-install',
        body: 'Run the command.',
        urls: { app: `${server.url}/app/spaces/${space}/pages/heading#how-to-install` },
      },
    ])
    const [, , , , body] = await find(space, 'install')
    expect(body!.sections).toMatchObject([
      { title: 'Notes', path: 'notes', body: 'Before you start, install the server.' },
    ])
  })

  test('searchSpaceContent: of the sections of a page, the one that is named as the query comes first', async () => {
    const terms = Array.from(
      { length: 9 },
      (_, at) => `## Quäzterm ${at}\n\nA quäzterm unlike quäzterm ${(at + 7) % 9}.`,
    )
    await edit(server, { space }, [
      { operation: 'insert_page', id: 'terms', title: 'Words', document: documentOf(terms.join('\n\n')) },
    ])
    const titles = async (query: string) => (await find(space, query))[0]!.sections.map(({ title }) => title)
    expect(await titles('quazterm  7')).toEqual(['Quäzterm 7', 'Quäzterm 0', 'Quäzterm 1'])
    expect(await titles('quäzterm')).toEqual(['Quäzterm 0', 'Quäzterm 1', 'Quäzterm 2'])
  })

  test('searchSpaceContent: queries have no syntax', async () => {
    const odd = [
      '"',
      "'",
      '*',
      '(',
      ')',
      'AND',
      'a OR',
      'NOT',
      'NEAR(',
      '-x',
      'title:',
      'a:*',
      '& |',
      '!',
      '<->',
      '\\',
      '%',
      '\u{1f600}',
    ]
    for (const query of [
      ...odd,
      'install" OR "x',
      "install' & 'x",
      'x'.repeat(512),
      '日'.repeat(512),
      'a '.repeat(256),
    ])
      await find(space, query)
    expect(await idsOf(space, '"install" (lectern)')).toEqual(['title'])
    expect(await find(space, '"')).toEqual([])
  })

  test('searchSpaceContent: the query has 1 to 512 characters', async () => {
    for (const query of ['', 'query=', `query=${'x'.repeat(513)}`, 'query=a&query=b'])
      expect((await server.admin.http.get(`/v1/spaces/${space}/search?${query}`)).status, query).toBe(400)
  })

  test('searchSpaceContent: pages of results together are all of them', async () => {
    const whole = await idsOf(space, 'install')
    const found: string[] = []
    let cursor = ''
    do {
      const { body } = await server.admin.http.get(`/v1/spaces/${space}/search?query=install&limit=2${cursor}`)
      expect(body.count).toBe(whole.length)
      found.push(...body.items.map(({ id }: Item) => id))
      cursor = body.next ? `&page=${body.next.page}` : ''
    } while (cursor)
    expect(found).toEqual(whole)
    const { body } = await server.admin.http.get(`/v1/spaces/${space}/search?query=install&limit=0`)
    expect(body).toEqual({ count: whole.length, items: [] })
  })

  test('searchSpaceContent: an excerpt is cut around the match, between words', async () => {
    const id = (await createSpace(server)).id
    const long = `${'Many words come before it. '.repeat(30)}Then the néedle follows. ${'And many come after. '.repeat(30)}`
    await edit(server, { space: id }, [page('long', 'Long', long)])
    const [found] = await find(id, 'needle')
    const { body } = found!.sections[0]!
    expect(body).toMatch(/^… .* the néedle follows\. .* …$/)
    expect(body.length).toBeLessThan(260)
  })
})

describe('the search index', () => {
  test('searchSpaceContent: follows edits, renames, moves and deletions immediately', async () => {
    const space = (await createSpace(server)).id
    await edit(server, { space }, [page('a', 'Alpha', 'first'), page('b', 'Beta', 'second')])
    await edit(server, { space }, [{ operation: 'update_page', page: 'a', document: documentOf('changed') }])
    expect(await idsOf(space, 'first')).toEqual([])
    expect(await idsOf(space, 'changed')).toEqual(['a'])
    await edit(server, { space }, [{ operation: 'update_page', page: 'b', into: 'a' }])
    expect((await find(space, 'second'))[0]!.path).toBe('alpha/beta')
    await edit(server, { space }, [{ operation: 'update_page', page: 'a', title: 'Gamma', slug: 'gamma' }])
    expect((await find(space, 'second'))[0]!.path).toBe('gamma/beta')
    expect(await idsOf(space, 'gamma')).toEqual(['a'])
    await edit(server, { space }, [{ operation: 'delete_page', page: 'a' }])
    expect(await idsOf(space, 'second')).toEqual([])
  })

  test('searchSpaceContent: leaves out pages excluded from indexing, but not hidden pages', async () => {
    const space = (await createSpace(server)).id
    await edit(server, { space }, [
      page('no', 'Secret', 'treasure', { noIndex: true }),
      page('hidden', 'Hidden', 'treasure', { hidden: true }),
    ])
    expect(await idsOf(space, 'treasure')).toEqual(['hidden'])
  })

  test('searchSpaceContent: the welcome space and a copy of a space are searched too', async () => {
    const { body } = await server.admin.http.get(`/v1/orgs/${server.organization}/spaces`)
    const welcome = body.items.find(({ title }: { title: string }) => title === 'Welcome to Lectern')
    expect((await find(welcome.id, 'lectern')).length).toBeGreaterThan(0)
    const { body: copy } = await server.admin.http.post(`/v1/spaces/${welcome.id}/duplicate`)
    expect(await idsOf(copy.id, 'lectern')).toEqual(await idsOf(welcome.id, 'lectern'))
  })
})

describe('searching an organization', () => {
  test('searchOrganizationContent: groups pages by space, the best space first', async () => {
    const scene = await server.found()
    const [one, other, third] = [
      await createSpace(scene, { title: 'One' }),
      await createSpace(scene),
      await createSpace(scene),
    ]
    await edit(server, { space: one.id }, [page('a', 'Alpha', 'a walrus'), page('b', 'Beta', 'two walruses')])
    await edit(server, { space: other.id }, [page('c', 'Walrus', 'Nothing.')])
    await edit(server, { space: third.id }, [page('d', 'Seal', 'Nothing.')])
    const search = async (more = '') =>
      (await scene.admin.http.get(`/v1/orgs/${scene.organization}/search?query=walrus${more}`)).body
    const { items, count } = await search()
    expect(count).toBe(2)
    expect(items).toMatchObject([
      { id: other.id, pages: [{ id: 'c' }] },
      { id: one.id, title: 'One', pages: [{ id: 'a' }, { id: 'b' }] },
    ])
    const first = await search('&limit=1')
    expect(first.items).toEqual([items[0]])
    expect((await search(`&limit=1&page=${first.next.page}`)).items).toEqual([items[1]])
    expect(await search('&limit=0')).toEqual({ count: 2, items: [] })
  })

  test('searchOrganizationContent: shows and counts only what the caller can see', async () => {
    const scene = await server.found()
    const spaces = [await createSpace(scene), await createSpace(scene), await createSpace(scene)]
    for (const { id } of spaces) await edit(server, { space: id }, [page(`in-${id}`, 'Otter', 'An otter.')])
    const [open, closed, gone] = spaces
    await scene.admin.http.patch(`/v1/spaces/${closed.id}`, { defaultLevel: null })
    await scene.admin.http.delete(`/v1/spaces/${gone.id}`)
    const search = async (person: typeof scene.admin) => {
      const { body } = await person.http.get(`/v1/orgs/${scene.organization}/search?query=otter`)
      return [body.count, body.items.map(({ id }: { id: string }) => id)]
    }
    expect(await search(scene.admin)).toEqual([2, [open.id, closed.id]])
    expect(await search(await enter(server, scene, 'read'))).toEqual([1, [open.id]])
    const guest = await enter(server, scene, null)
    expect(await search(guest)).toEqual([0, []])
    await scene.admin.http.post(`/v1/spaces/${closed.id}/permissions`, { users: [guest.id], role: 'read' })
    expect(await search(guest)).toEqual([1, [closed.id]])
    await scene.admin.http.post(`/v1/spaces/${gone.id}/restore`)
    expect(await search(scene.admin)).toEqual([3, spaces.map(({ id }) => id)])
  })
})
