// @only-sqlite
// Relative links in markdown: references become readable links and parse back unchanged.
import { beforeAll, expect, test } from 'vitest'
import { markdown, newSpace, type Pages } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'

const server = startedServer()

let space: Pages & { id: string }
let target: string

beforeAll(async () => {
  space = await newSpace(server)
  target = await space.insert('Ziel für alle', { into: await space.insert('Guides') })
})

/** The references of a page, as stored. */
async function refsOf(page: string): Promise<unknown[]> {
  const { document } = (await space.get(`/page/${page}?format=document`)).body
  const refs: unknown[] = []
  JSON.stringify(document, (key, value) => {
    if (key === 'ref') refs.push(value)
    return value
  })
  return refs
}

test('getPageById, updateSpaceContent: a link follows a page that moves', async () => {
  const page = await space.insert(
    'Links',
    markdown('[a](guides/ziel-fuer-alle.md) and [b](/guides/ziel-fuer-alle.md#an%20anchor)'),
  )
  expect(await refsOf(page)).toEqual([
    { kind: 'page', page: target },
    { kind: 'anchor', anchor: 'an anchor', page: target },
  ])
  const { documentId } = (await space.get(`/page/${page}`)).body
  await space.write({ operation: 'update_page', page: target, slug: 'target', into: null })
  expect(await space.text(page)).toBe('[a](target.md) and [b](target.md#an%20anchor)\n')
  expect((await space.get(`/page/${page}`)).body.documentId).toBe(documentId)
})

test('getPageById, updateSpaceContent: markdown written back changes nothing', async () => {
  const texts = [
    '[page](target.md), [anchor](target.md#x), [own](#here), [web](https://example.com/a_b?c=d#e), [file](some/file.pdf)',
    '[missing](not/there.md), [mail](mailto:a@example.com), [root](/), [odd](files/nothing/x.png), [query](target.md?x)',
    '![image](https://example.com/x.png)\n\n{% content-ref url="target.md" %}\n[target.md](target.md)\n{% endcontent-ref %}',
    '| a | b |\n| --- | --- |\n| [cell](target.md) | x |',
  ]
  for (const text of texts) {
    const page = await space.insert('Round', markdown(text))
    const [before, refs] = [await space.revision(), await refsOf(page)]
    const { body } = await space.write({ operation: 'update_page', page, ...markdown(await space.markdown(page)) })
    expect([body.revision, await refsOf(page)], text).toEqual([before, refs])
  }
})

test('getPageById: a link to a deleted page keeps its id', async () => {
  const gone = await space.insert('Gone')
  const page = await space.insert('Holder', markdown('[x](gone.md)'))
  await space.write({ operation: 'delete_page', page: gone })
  const text = await space.markdown(page)
  expect(text).toContain(gone)
  const before = await space.revision()
  expect((await space.write({ operation: 'update_page', page, ...markdown(text) })).body.revision).toBe(before)
})

test('getPageById: links use the paths of the requested revision', async () => {
  const [page, other] = [await space.insert('Reader', markdown('[x](target.md)')), await space.revision()]
  await space.write({ operation: 'update_page', page: target, slug: 'renamed' })
  const then = (await space.get(`/page/${page}?format=markdown&revision=${other}`)).body.markdown
  expect([await space.markdown(page), then]).toEqual(['# Reader\n\n[x](renamed.md)\n', '# Reader\n\n[x](target.md)\n'])
})

test('getPageByPath: markdown begins with the title, and links are relative to the folder of the page', async () => {
  const { id, ...space } = await newSpace(server)
  const guides = await space.insert('Guides')
  const start = await space.insert('Start *here*', { into: guides, ...markdown('Start.') })
  await space.insert('Deep', {
    into: start,
    ...markdown('[up](../../home.md), [side](../start-here.md#x), [top](/home.md)'),
  })
  await space.insert('Home')
  const deep = (await space.get('/path/guides/start-here/deep')).body.id
  await space.write({
    operation: 'update_page',
    page: deep,
    ...markdown('[up](../../home.md), [side](../start-here.md#x), [top](/home.md), [from the top](guides.md)'),
  })
  const text =
    '# Deep\n\n[up](../../home.md), [side](../start-here.md#x), [top](../../home.md), [from the top](../../guides.md)\n'
  const revision = await space.revision()
  const { body: change } = await server.admin.http.post(`/v1/spaces/${id}/change-requests`, {})
  const bases = ['/content', `/revisions/${revision}`, `/change-requests/${change.id}/content`]
  for (const base of bases)
    for (const query of ['', '&evaluated=true']) {
      const read = (path: string) => server.admin.http.get(`/v1/spaces/${id}${base}/${path}?format=markdown${query}`)
      expect((await read(`page/${deep}`)).body.markdown).toBe(text)
      expect((await read('path/guides/start-here/deep')).body.markdown).toBe(text)
      expect((await read('path/guides/start-here')).body.markdown).toBe('# Start \\*here\\*\n\nStart.\n')
    }
})

test('updateSpaceContent: a page read as markdown and written back is unchanged at any depth', async () => {
  const space = await newSpace(server)
  const titles = [
    'Plain',
    '# 1. *odd* <b>title</b> [x](y) `z`',
    '  blanks   in it ',
    '\u{1f600} :smile: {% hint %}',
    '\\',
    '-',
    '> a',
    '1. b',
  ]
  const home = await space.insert('Home')
  let into: string | null = null
  for (const title of titles) {
    const text = `[home](home.md), [own](#x)\n\n## Heading\n\n![x](https://example.com/x.png)`
    const page: string = await space.insert(title, { into, ...markdown(text) })
    const revision = await space.revision()
    const change = { operation: 'update_page', page, ...markdown(await space.markdown(page)) }
    expect((await space.write(change)).body.revision, await space.markdown(page)).toBe(revision)
    expect((await space.write({ ...change, title })).body.revision, title).toBe(revision)
    expect(await space.markdown(page)).toContain(`](${'../'.repeat(titles.indexOf(title))}home.md)`)
    into = page
  }
  const renamed = { operation: 'update_page', page: home, title: 'Start', ...markdown(await space.markdown(home)) }
  await space.write(renamed)
  expect(await space.markdown(home)).toBe('# Start\n')
})
