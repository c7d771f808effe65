// Links between pages in markdown: readable addresses out, references in, and nothing changed on the way round.
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

test('getPageById, updateSpaceContent: a link to a page follows it wherever it goes', async () => {
  const page = await space.insert(
    'Links',
    markdown('[a](guides/ziel-fur-alle.md) and [b](/guides/ziel-fur-alle.md#an%20anchor)'),
  )
  expect(await refsOf(page)).toEqual([
    { kind: 'page', page: target },
    { kind: 'anchor', anchor: 'an anchor', page: target },
  ])
  const { documentId } = (await space.get(`/page/${page}`)).body
  await space.write({ operation: 'update_page', page: target, slug: 'target', into: null })
  expect(await space.markdown(page)).toBe('[a](target.md) and [b](target.md#an%20anchor)\n')
  expect((await space.get(`/page/${page}`)).body.documentId).toBe(documentId)
})

test('getPageById, updateSpaceContent: what was read can be written back, and nothing changes', async () => {
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

test('getPageById: a link to a page that is gone keeps its name', async () => {
  const gone = await space.insert('Gone')
  const page = await space.insert('Holder', markdown('[x](gone.md)'))
  await space.write({ operation: 'delete_page', page: gone })
  const text = await space.markdown(page)
  expect(text).toContain(gone)
  const before = await space.revision()
  expect((await space.write({ operation: 'update_page', page, ...markdown(text) })).body.revision).toBe(before)
})

test('getPageById: shows the addresses of the revision that is read', async () => {
  const [page, other] = [await space.insert('Reader', markdown('[x](target.md)')), await space.revision()]
  await space.write({ operation: 'update_page', page: target, slug: 'renamed' })
  const then = (await space.get(`/page/${page}?format=markdown&revision=${other}`)).body.markdown
  expect([await space.markdown(page), then]).toEqual(['[x](renamed.md)\n', '[x](target.md)\n'])
})
