// @only-sqlite @slow
// Large imports: parsed in a worker thread, or refused with advice.
import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { createSpace } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { startedWebsite } from '../../../test/support/website.ts'

const server = startedServer({ fetchAllow: '127.0.0.1' })
const site = startedWebsite()

let space: string
beforeEach(async () => {
  space = (await createSpace(server)).id
})

async function importPage(source: string, path: string, page: { type: string; body: string | Uint8Array }) {
  site.pages[path] = page
  return server.admin.http.post(`/v1/spaces/${space}/content/import`, { source, url: `${site.url}${path}` })
}

const markdownOf = async (path: string): Promise<string> =>
  (await server.admin.http.get(`/v1/spaces/${space}/content/path/${path}?format=markdown`)).body.markdown

const html = (body: string) => ({ type: 'text/html', body: `<html><body>${body}</body></html>` })
const markdown = (body: string) => ({ type: 'text/markdown', body })

const docx = (paragraphs: number, level: 0 | 9 = 9) => ({
  type: 'application/octet-stream',
  body: zipSync(
    {
      'word/document.xml': strToU8(
        `<w:document><w:body>${'<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(paragraphs)}</w:body></w:document>`,
      ),
    },
    { level },
  ),
})

test.each<[string, Parameters<typeof importPage>, RegExp]>([
  ['a small document of many elements', ['docx', '/many.docx', docx(140_000)], /more than 500000 elements: split it/],
  ['a document of much text', ['docx', '/much.docx', docx(700_000, 0)], /more than 20 MiB of text: split it/],
  ['HTML of many elements', ['html', '/many.html', html('<b>a</b>'.repeat(200_000))], /more than 100000 elements/],
  ['HTML of many parts', ['html', '/parts.html', html('<p>a</p>'.repeat(30_000))], /more than 50,000 parts/],
  ['markdown of many parts', ['markdown', '/parts.md', markdown('*a*\n\n'.repeat(20_000))], /more than 50,000 parts/],
])('importContent: %s is refused with what to do', async (_what, asked, sentence) => {
  const { status, body } = await importPage(...asked)
  expect([status, body.error?.issues]).toEqual([422, [{ path: 'url', message: expect.stringMatching(sentence) }]])
})

test('importContent: a large page is parsed like a small one', async () => {
  const words = 'A word, **another**, [a link](other.html), and `code`.'
  const sentence = 'A word, <b>another</b>, <a href="other.html">a link</a>, and <code>code</code>.'
  const of = (count: number) => html(`<h1>Page ${count}</h1>${`<p>${sentence}</p>`.repeat(count)}`)
  await importPage('html', '/small.html', of(1))
  await importPage('html', '/large.html', of(300))
  const [small, large] = [await markdownOf('page-1'), await markdownOf('page-300')]
  const linked = words.replace('other.html', `${site.url}/other.html`)
  expect(small.trim()).toBe(`# Page 1\n\n${linked}`)
  expect(large.trim()).toBe(['# Page 300', ...Array.from({ length: 300 }, () => linked)].join('\n\n'))
})
