// Requests that try to block a server. Each returns the status of the last response.
import { strToU8, zipSync } from 'fflate'
import { type Attack, ask, fetching, insert, type Scene } from './attack.ts'
import type { Reply } from './client.ts'
import { deletingSubtree, importingArchive, writingBatch } from './many-pages.ts'

const importing =
  (source: string, name: string, type: string, make: () => Uint8Array | string): Attack =>
  async (scene, begin) => {
    const url = scene.serve(name, type, make())
    await begin()
    return (await ask(scene, `/v1/spaces/${scene.space}/content/import`, { source, url })).status
  }

const writing =
  (document: () => object): Attack =>
  async (scene, begin) => {
    const body = { changes: [insert('Page', document())] }
    await begin()
    return (await ask(scene, `/v1/spaces/${scene.space}/content`, body)).status
  }

const commenting =
  (markdown: string): Attack =>
  async (scene, begin) => {
    await begin()
    return (await ask(scene, `/v1/spaces/${scene.space}/comments`, { body: { markdown } })).status
  }

const html = (body: string) => `<html><body>${body}</body></html>`

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const docx = (paragraphs: number): Uint8Array =>
  zipSync({
    '_rels/.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': strToU8(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${'<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(paragraphs)}</w:body></w:document>`,
    ),
  })

const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})

const reusable = (id: string) => ({
  object: 'block',
  type: 'reusable-content',
  isVoid: true,
  data: { ref: { kind: 'reusable-content', reusableContent: id } },
})

const documentOf = (nodes: unknown[]) => ({ document: { object: 'document', data: {}, nodes } })

const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)

/** A deeply nested document; built as text, because JSON.stringify would overflow the stack. */
const nesting: Attack = async (scene, begin) => {
  const [open, close] = ['{"object":"block","type":"hint","data":{},"nodes":[', ']}']
  const block = `${open.repeat(5000)}${JSON.stringify(paragraph('x'))}${close.repeat(5000)}`
  const [before, after] = JSON.stringify({ changes: [insert('Page', documentOf(['*']))] }).split('"*"')
  await begin()
  return (await ask(scene, `/v1/spaces/${scene.space}/content`, `${before}${block}${after}`)).status
}

const printing: Attack = async ({ space, client }, begin) => {
  await client.post(`/spaces/${space}/content`, {
    changes: [{ operation: 'insert_reusable_content', title: 'Again', document: { markdown: 'Again.' } }],
  })
  const { reusableContents } = await client.get(`/spaces/${space}/content`)
  const { id } = reusableContents[0]
  const again = documentOf([paragraph('Again'), ...times(60, reusable(id))])
  await client.post(`/spaces/${space}/content`, {
    changes: [
      { operation: 'update_reusable_content', reusableContent: id, document: again },
      insert('All of it', documentOf(times(60, reusable(id)))),
    ],
  })
  const { url } = await client.get(`/spaces/${space}/pdf`)
  await begin()
  return (await fetch(url)).status
}

/** A page that is slow to serialize as Markdown, read repeatedly by an anonymous visitor. */
const visiting: Attack = async (scene, begin) => {
  const { client, organization } = scene
  const { id: space } = await client.post(`/orgs/${organization}/spaces`, { title: 'Published' })
  const text =
    'The quick *brown* fox jumps over [the lazy](https://example.com/dog) dog, `again` and again.\n\n'.repeat(900)
  await client.post(`/spaces/${space}/content`, { changes: [insert('Long', { markdown: text })] })
  const site = await client.post(`/orgs/${organization}/sites`, {
    title: 'Site',
    visibility: 'public',
    spaces: [space],
  })
  const { urls } = await client.post(`/orgs/${organization}/sites/${site.id}/publish`)
  const url = urls.published
  const { apiToken } = await client.post('/urls/published', { url })
  await begin()
  let status = 0
  for (let round = 0; round < 10; round++)
    status = (await ask(scene, `/v1/spaces/${space}/content/path/long?format=markdown`, undefined, apiToken)).status
  return status
}

const bomb = (): Record<string, string> => {
  const zeros = '\0'.repeat(40 * 1024 * 1024)
  return Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`${at}.md`, `${zeros}${at}`]))
}

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

/** A repository whose files besides pages are about as large as they may be. */
const largeLists = (): Record<string, string> => ({
  'SUMMARY.md': lines(19_000, (at) => `* [*Page* ${at}](https://example.com/${at})\n`),
  '.gitbook.yaml': `redirects:\n${lines(14_000, (at) => `  a${at}: b${at}.md\n`)}`,
  '.gitbook/vars.yaml': lines(14_000, (at) => `a${at}: b\n`),
})

/** A document about as large as one may be: read in every way, changed, compared and merged. */
const working =
  (textOf: (word: string, at: number) => string): Attack =>
  async (scene, begin) => {
    const { space, client } = scene
    const large = (word: string) => documentOf(Array.from({ length: 6000 }, (_, at) => paragraph(textOf(word, at))))
    const write = (at: string, word: string) =>
      ask(scene, `/v1/spaces/${space}${at}/content`, {
        changes: [{ operation: 'update_page', page: id, document: large(word) }],
      })
    await client.post(`/spaces/${space}/content`, { changes: [insert('Large', large('x'))] })
    const { pages } = await client.get(`/spaces/${space}/content`)
    const { id } = pages.find(({ title }: Reply) => title === 'Large')
    await begin()
    for (const format of ['document', 'markdown'])
      await ask(scene, `/v1/spaces/${space}/content/page/${id}?format=${format}`)
    const { id: request } = await client.post(`/spaces/${space}/change-requests`, { subject: 'Other words' })
    await write(`/change-requests/${request}`, 'y')
    await ask(scene, `/v1/spaces/${space}/change-requests/${request}/changes`)
    await write('', 'z')
    const merged = await ask(scene, `/v1/spaces/${space}/change-requests/${request}/merge`, {})
    await ask(scene, `/v1/spaces/${space}/search?query=z`)
    return merged.status
  }

/** Headings whose anchors are spelled in Latin letters, read again and again. */
const spelling =
  (count: number): Attack =>
  async (scene, begin) => {
    const { space } = scene
    const markdown = lines(count, (at) => `# 第章介绍安装配置使用指南${at}\n\n`)
    await begin()
    await ask(scene, `/v1/spaces/${space}/content`, { changes: [insert('Headings', { markdown })] })
    await ask(scene, `/v1/spaces/${space}/content/path/headings?format=document`)
    return (await ask(scene, `/v1/spaces/${space}/content/path/headings?format=markdown`)).status
  }

/** A body of nothing but values. */
const counting: Attack = async (scene, begin) => {
  const body = `{"changes":[${'[],'.repeat(490_000)}[]]}`
  await begin()
  return (await ask(scene, `/v1/spaces/${scene.space}/content`, body)).status
}

/** Runs each attack once with minimal input, so that one-time costs are not measured. */
export async function warmUp(scene: Scene): Promise<void> {
  const ready = async () => {}
  await importing('html', 'small.html', 'text/html', () => html('<p>a</p>'))(scene, ready)
  await writing(() => documentOf([paragraph('x')]))(scene, ready)
  await commenting('**a**')(scene, ready)
  await ask(scene, `/v1/spaces/${scene.space}/git/info`)
  await spelling(1)(scene, ready)
}

export const ATTACKS: Record<string, Attack> = {
  'docx of 5 MB in 15 KB': importing('docx', 'a.docx', 'application/octet-stream', () => docx(144_000)),
  'docx that takes long': importing('docx', 'b.docx', 'application/octet-stream', () => docx(60_000)),
  'HTML of 5 MB': importing('html', 'a.html', 'text/html', () => html('<p>a</p>'.repeat(600_000))),
  'HTML of many elements': importing('html', 'b.html', 'text/html', () => html('<p>a</p>'.repeat(90_000))),
  'HTML that is deep': importing('html', 'c.html', 'text/html', () => html('<div>'.repeat(100_000))),
  'markdown of 2 MB, imported': importing('markdown', 'a.md', 'text/markdown', () => '- *a*\n'.repeat(340_000)),
  'markdown of 10 MB, written': writing(() => ({ markdown: 'a *b* [c](d.md)\n\n'.repeat(600_000) })),
  'markdown table of 100 KB': writing(() => ({ markdown: `| a | b |\n| - | - |\n${'| *x* | y |\n'.repeat(9000)}` })),
  'markdown that is deep': writing(() => ({ markdown: '> '.repeat(50_000) })),
  'emphasis without end': writing(() => ({ markdown: '**a*b'.repeat(20_000) })),
  'document of many parts': writing(() => documentOf(times(6000, paragraph('x')))),
  'document of 10 MB': writing(() => documentOf(times(80_000, paragraph('x')))),
  'document that is deep': nesting,
  'comment that is deep': commenting(`---\n${'{'.repeat(1200)}\n---\n`),
  'comment of 64 KB': commenting('**a** [b](c.md) '.repeat(4000)),
  'pages for visitors': visiting,
  'reusable contents in a PDF': printing,
  'large document, worked on': working((word) => word),
  'long document, worked on': working((word, at) => `${word} ${at} ${'the quick brown fox jumps '.repeat(11)}`),
  'headings in Chinese': spelling(2400),
  'body of a million values': counting,
  'batch of 50 pages of 16 KB': writingBatch(50, 16_000),
  'import of 1,000 pages': importingArchive(1000, 4000),
  'import of 900 short pages': importingArchive(900, 200),
  'Git repository of long lists': fetching(largeLists),
  'subtree of 6,000 pages, deleted': deletingSubtree(6000),
  // Last: its files stay in the repository.
  'Git repository that unpacks': fetching(bomb),
}
