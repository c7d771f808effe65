// @only-sqlite @slow
// PDFs of spaces and change requests, parsed with an independent program.
import { describe, expect, test } from 'vitest'
import { documentOf, edit } from '../../../test/support/edits.ts'
import { pixel, readPdf } from '../../../test/support/pdf.ts'
import { startedServer } from '../../../test/support/server.ts'
import type { Change } from '../../engine/changes/change.ts'
import type { Document } from '../../engine/document.ts'
import { storeFile } from '../../files/new-file.ts'
import { HOUR } from '../../lib/time.ts'
import { pdfPath } from './links.ts'

const server = startedServer()

const page = (id: string, content: string | Document, more: object = {}): Change => ({
  operation: 'insert_page',
  id,
  title: id,
  document: typeof content === 'string' ? documentOf(content) : content,
  ...more,
})

async function spaceWith(...changes: Change[]): Promise<string> {
  const { body } = await server.admin.http.post(`/v1/orgs/${server.organization}/spaces`, { title: 'Handbook' })
  if (changes.length > 0) await edit(server, { space: body.id }, changes)
  return body.id
}

async function linkTo(path: string, query = ''): Promise<string> {
  const { status, body } = await server.admin.http.get(`/v1/spaces/${path}/pdf${query}`)
  expect(status).toBe(200)
  return body.url
}

async function open(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { headers, method })
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

async function read(path: string, query = '') {
  const { status, bytes } = await open(await linkTo(path, query))
  expect(status).toBe(200)
  return readPdf(bytes)
}

const messageOf = ({ bytes }: { bytes: Uint8Array }): string => JSON.parse(Buffer.from(bytes).toString()).error.message

describe('a PDF of a space', () => {
  test('getSpacePDF: has a cover, a table of contents, an outline and the pages', async () => {
    const ref = { kind: 'page', page: 'Second' }
    const jump = {
      object: 'inline' as const,
      type: 'link',
      data: { ref },
      nodes: documentOf('there').nodes[0]!.nodes as never,
    }
    const space = await spaceWith(
      page('First', {
        object: 'document',
        data: {},
        nodes: [
          ...documentOf('Hello **world**, see [elsewhere](https://example.com/a).\n\n## Part one').nodes,
          { object: 'block', type: 'paragraph', nodes: [jump] },
        ],
      }),
      page('Second', 'The other page.'),
    )
    const { pages, outline, links, jumps, info } = await read(space)
    expect(pages).toHaveLength(4)
    expect(pages[0]).toContain('Handbook')
    expect(pages[0]).toContain(new Date().getUTCFullYear().toString())
    expect(pages[1]).toMatch(/Contents[\s\S]*First[\s\S]*3[\s\S]*Second[\s\S]*4/)
    expect(pages[2]).toContain('Hello world')
    expect(pages[3]).toContain('The other page.')
    expect(outline).toEqual(['First', '  Part one', 'Second'])
    // The URL is both clickable and printed.
    expect(links[2]).toContain('https://example.com/a')
    expect(pages[2]).toContain('example.com/a')
    expect(jumps).toContainEqual({ from: 3, to: 4 })
    expect(jumps).toContainEqual({ from: 2, to: 3 })
    expect(info).toMatchObject({ Title: 'Handbook', Author: expect.any(String) })
  })

  test('getSpacePDF: a single page has its title on top of the text, and contents if there is much to find', async () => {
    const section = (words: number) => `## Section\n\n${'Words. '.repeat(words)}\n\n`
    const space = await spaceWith(
      page('Short', 'Only a sentence.'),
      page('Parts', section(9).repeat(6)),
      page('Long', section(300).repeat(6)),
    )
    const { pages, outline } = await read(space, '?page=Short&only=true')
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(/Handbook[\s\S]*Short[\s\S]*Only a sentence\./)
    expect(outline).toEqual(['Short'])
    expect((await read(space, '?page=Parts&only=true')).pages).toHaveLength(1)
    expect((await read(space, '?page=Long&only=true')).pages[1]).toMatch(/Contents[\s\S]*Section[\s\S]*3/)
  })

  test('getSpacePDF: `page` prints a page with its descendants, `only` the page alone', async () => {
    const space = await spaceWith(
      page('Outside', 'Not asked for.'),
      page('Parent', 'The parent.'),
      page('Child', 'The child.', { into: 'Parent' }),
      page('Unseen', 'The hidden child.', { into: 'Parent', hidden: true }),
    )
    const branch = await read(space, '?page=Parent')
    expect(branch.outline).toEqual(['Parent', '  Child'])
    expect(branch.pages.join()).not.toMatch(/Not asked for|hidden child/)
    expect(branch.pages[0]).toMatch(/Handbook[\s\S]*Parent/)
    expect((await read(space, '?page=Parent&only=true')).outline).toEqual(['Parent'])
    expect((await read(space, '?page=Unseen')).pages.join()).toContain('The hidden child.')
    expect((await read(space)).outline).toEqual(['Outside', 'Parent', '  Child'])
    expect((await server.admin.http.get(`/v1/spaces/${space}/pdf?page=nowhere`)).status).toBe(404)
  })

  test('getSpacePDF: pages with unmet conditions are neither printed nor named', async () => {
    const condition = 'visitor.claims.plan == "pro"'
    const address = 'lectern:page?page=%22Secret%22'
    const space = await spaceWith(
      page('Open', `See [the other](${address}).`),
      page('Secret', 'Only for some.', { slug: 'secret', condition }),
      page('Below', 'Also only for some.', { into: 'Secret' }),
      page('Everybody', 'For all.', { condition: 'visitor.claims.plan != "pro"' }),
    )
    const printed = JSON.stringify(await read(space))
    expect(printed).toContain('For all.')
    expect(printed).not.toMatch(/Secret|only for some|Below/i)
    for (const id of ['Secret', 'Below'])
      expect((await server.admin.http.get(`/v1/spaces/${space}/pdf?page=${id}`)).status).toBe(404)
  })

  test('getSpacePDF: names pages outside it, with their public URL', async () => {
    const link = (ref: object, text: string) => ({
      object: 'block',
      type: 'paragraph',
      nodes: [{ object: 'inline', type: 'link', data: { ref }, nodes: documentOf(text).nodes[0]!.nodes }],
    })
    const refs = [
      link({ kind: 'page', page: 'Outside' }, 'the other page'),
      link({ kind: 'page', page: 'x', space: 'y' }, 'the other space'),
    ]
    const space = await spaceWith(
      page('Inside', { object: 'document', data: {}, nodes: refs } as never),
      page('Outside', 'Not printed.'),
    )
    const unpublished = await read(space, '?page=Inside&only=true')
    expect(unpublished.pages.join()).toContain('the other page')
    expect(unpublished.pages.join()).not.toContain(new URL(server.url).host)
    expect(unpublished.links.flat()).toEqual([])
    const sites = `/v1/orgs/${server.organization}/sites`
    const site = await server.admin.http.post(sites, { title: 'Printed', visibility: 'public', spaces: [space] })
    const { body } = await server.admin.http.post(`${sites}/${site.body.id}/publish`)
    const published = await read(space, '?page=Inside&only=true')
    expect(published.links.flat()).toContain(`${body.urls.published}outside`)
    await server.admin.http.patch(`${sites}/${site.body.id}`, { visibility: 'visitor-auth' })
    expect((await read(space, '?page=Inside&only=true')).links.flat()).toEqual([])
  })

  test('getChangeRequestPDF: with changes, the pages that differ, marked', async () => {
    const listing = (code: string) => documentOf(`~~~js\n${code}\n~~~`).nodes
    const picture = (alt: string) =>
      documentOf(`<figure><img src="https://example.com/a.png" alt="${alt}"></figure>`).nodes
    const of = (words: string, code: string, alt: string): Document => ({
      object: 'document',
      data: {},
      nodes: [...documentOf(words).nodes, ...listing(code), ...picture(alt)],
    })
    const space = await spaceWith(
      page('Edited', of('Ten slow seconds.\n\n- one\n- two', 'let a = 1', 'Old plan')),
      page('Same', 'Nothing happens.'),
      page('Gone', 'Farewell.'),
      page('Elsewhere', 'Moved as it is.'),
      page('Secret', 'For some.', { condition: 'visitor.claims.secret' }),
      { operation: 'insert_reusable_content', id: 'note', title: 'Note', document: documentOf('Said once.') } as never,
      {
        operation: 'insert_files',
        files: [await storeFile(server.files.store, { bytes: [Buffer.from('a')], name: 'old.txt' })],
      } as never,
    )
    const { items } = (await server.admin.http.get(`/v1/spaces/${space}/content/files`)).body
    const { id } = (await server.admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Faster' })).body
    await edit(server, { space, changeRequest: id }, [
      {
        operation: 'update_page',
        page: 'Edited',
        title: 'Renamed',
        document: of('Ten quick seconds.\n\n- one\n- two\n- three', 'let a = 2', 'New plan'),
      },
      { operation: 'delete_page', page: 'Gone' },
      { operation: 'update_page', page: 'Elsewhere', into: 'Same' },
      { operation: 'update_page', page: 'Secret', document: documentOf('For fewer.') },
      page('Fresh', 'Hello.'),
      { operation: 'update_reusable_content', reusableContent: 'note', document: documentOf('Said twice.') },
      { operation: 'delete_files', files: [items[0].id] },
      {
        operation: 'insert_files',
        files: [await storeFile(server.files.store, { bytes: [pixel('png')], name: 'new.png' })],
      } as never,
    ])
    const { pages, images } = await read(`${space}/change-requests/${id}`, '?changes=true')
    expect(images).toBe(1)
    const text = pages.join('\n')
    for (const words of [
      'slow',
      'quick',
      'three',
      '− let a = 1',
      '+ let a = 2',
      'Title: Edited Renamed',
      'In: Top level Same',
      'Hello.',
      'Farewell.',
      'Reusable content: Note',
      'twice',
      'old.txt',
    ])
      expect(text).toContain(words)
    for (const words of ['Added', 'Removed', 'Edited']) expect(text).toContain(words)
    for (const words of ['Nothing happens.', 'For fewer.', 'For some.']) expect(text).not.toContain(words)
    const one = await read(`${space}/change-requests/${id}`, '?changes=true&page=Fresh')
    expect(one.pages.join('')).not.toContain('quick')
  })

  test('getChangeRequestPDF: shows the content of the change request, and says so', async () => {
    const space = await spaceWith(page('Page', 'As it is on main.'))
    const { body } = await server.admin.http.post(`/v1/spaces/${space}/change-requests`, { subject: 'Better words' })
    const changed = { operation: 'update_page' as const, page: 'Page', document: documentOf('As it is proposed.') }
    await edit(server, { space, changeRequest: body.id }, [changed])
    const { pages } = await read(`${space}/change-requests/${body.id}`)
    expect(pages.join()).toContain('As it is proposed.')
    expect(pages[0]).toContain('Change request #1: Better words')
    expect((await read(space)).pages.join()).toContain('As it is on main.')
    const missing = await server.admin.http.get(`/v1/spaces/${space}/change-requests/${body.id}/pdf?page=nowhere`)
    expect(missing.status).toBe(404)
  })

  test('getSpacePDF: groups, links and a space without pages can be printed', async () => {
    const space = await spaceWith(
      { operation: 'insert_page', id: 'Group', title: 'A group', type: 'group' },
      {
        operation: 'insert_page',
        id: 'Link',
        title: 'A link',
        type: 'link',
        target: { kind: 'url', url: 'https://example.com/' },
      },
      page('Inside', 'In the group.', { into: 'Group' }),
    )
    const { outline, links } = await read(space)
    expect(outline).toEqual(['A group', '  Inside', 'A link'])
    expect(links.flat()).toContain('https://example.com/')
    expect((await read(await spaceWith())).pages[0]).toContain('Handbook')
  })
})

describe('the content of pages', () => {
  test('getSpacePDF: the text of every block is printed', async () => {
    const blocks = [
      '{% hint style="danger" %}\nIn a hint\n{% endhint %}',
      '{% tabs %}\n{% tab title="Tab one" %}\nIn tab one\n{% endtab %}\n{% tab title="Tab two" %}\nIn tab two\n{% endtab %}\n{% endtabs %}',
      '{% stepper %}\n{% step %}\n### Step one\n{% endstep %}\n{% endstepper %}',
      '<details>\n\n<summary>Closed on screens</summary>\n\nOpen on paper\n\n</details>',
      '* [x] done task\n* [ ] open task',
      '| Head | Other |\n| --- | --- |\n| Cell | 42 |',
      '```js\nconst answer = 42\n```',
      '$$\nE = mc^2\n$$',
      '{% embed url="https://example.com/video" %}',
      '{% openapi-operation spec="petstore" path="/pets" method="get" %}\n[OpenAPI petstore](https://example.com/openapi.yaml)\n{% endopenapi-operation %}',
      'A word[^1].\n\n[^1]: The note about it.',
    ]
    const { pages } = await read(await spaceWith(page('All', blocks.join('\n\n'))))
    const text = pages.join().replaceAll(/\s+/g, ' ')
    for (const words of [
      'In a hint',
      'Tab one',
      'In tab one',
      'Tab two',
      'In tab two',
      'Step one',
      'Closed on screens',
    ])
      expect(text).toContain(words)
    for (const words of [
      'Open on paper',
      'done task',
      'open task',
      'Head',
      'Cell',
      'const answer = 42',
      '/pets',
      'GET',
    ])
      expect(text.replaceAll('\u200b', '')).toContain(words)
    expect(text).toContain('The note about it.')
    expect(text.replaceAll('\u200b', '')).toContain('example.com/video')
  })

  test('getSpacePDF: a word that is longer than a line breaks, in titles, headings, code and cells', async () => {
    const word = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrenten'.repeat(2)
    const shorter = 'Rechtsschutzversicherungsgesellschaften'
    const text = `## ${word}\n\nThe \`${word}\` of ${shorter}.\n\n| A | B |\n| --- | --- |\n| ${word} | b |`
    const { pages, outline } = await read(await spaceWith(page(word, text), page('Other', 'Other words.')))
    const printed = pages.slice(2).join('\n')
    expect(printed.split('\n').filter((line) => line.includes(word))).toEqual([])
    const letters = (line: string) => line.replaceAll(/[\s\u200b]/g, '')
    expect(letters(printed).split(word)).toHaveLength(5)
    expect(printed).toContain(shorter)
    expect(outline).toEqual([word, `  ${word}`, 'Other'])
  })

  test('getSpacePDF: a heading stays with the text below it, whose note needs room too', async () => {
    const filled = (lines: number) =>
      page(`P${lines}`, `${'A line.\n\n'.repeat(lines)}## Heading\n\nIt has a note[^1].\n\n[^1]: The note.`)
    const { pages } = await read(await spaceWith(...Array.from({ length: 12 }, (_, at) => filled(at + 30))))
    const sheets = pages.slice(2).filter((sheet) => /^Heading$/m.test(sheet))
    expect(sheets).toHaveLength(12)
    for (const sheet of sheets) expect(sheet).toContain('It has a note')
  })

  test('getSpacePDF: many scripts are printed with real glyphs', async () => {
    const words = ['Grüße', 'Ελληνικά', 'Русский', '中文', '日本語かな', '한국어', 'العربية', 'עברית']
    const { pages, fonts } = await read(await spaceWith(page('Scripts', words.join('\n\n'))))
    const printed = pages[0]!.normalize('NFKC')
    for (const word of words) for (const letter of word) expect(printed, word).toContain(letter)
    // Each script uses its own font.
    for (const font of [
      'SourceSans3',
      'NotoSansHans',
      'BIZUDPGothic',
      'NanumGothic',
      'NotoNaskhArabic',
      'NotoSansHebrew',
    ])
      expect(fonts.join()).toContain(font)
  })

  test('getSpacePDF: pictures are printed; other or damaged files leave a frame with the name', async () => {
    const png = await storeFile(server.files.store, { bytes: [pixel('png')], name: 'dot.png' })
    const webp = await storeFile(server.files.store, { bytes: [pixel('webp')], name: 'dot.webp' })
    const svg = await storeFile(server.files.store, { bytes: [pixel('svg')], name: 'dot.svg' })
    const damaged = await storeFile(server.files.store, { bytes: [pixel('png').subarray(0, 40)], name: 'damaged.png' })
    const files = [png, webp, svg, damaged]
    const images = files.map(({ id }) => ({
      object: 'block' as const,
      type: 'images',
      nodes: [{ object: 'block' as const, type: 'image', data: { ref: { kind: 'file', file: id } } }],
    }))
    const outside = documentOf('<figure><img src="https://example.com/far.png" alt="Far away"></figure>').nodes
    const document: Document = { object: 'document', data: {}, nodes: [...images, ...outside] }
    const { pages, images: count } = await read(
      await spaceWith({ operation: 'insert_files', files }, page('Pictures', document), page('Other', 'Words.')),
    )
    expect(count).toBeGreaterThanOrEqual(2)
    expect(pages[2]).toContain('damaged.png')
    expect(pages[2]).not.toContain('dot.png')
    expect(pages[2]).toContain('Far away')
  })

  test('getSpacePDF: variables are evaluated and reusable contents included', async () => {
    const include = (id: string) => ({
      object: 'block' as const,
      type: 'reusable-content',
      isVoid: true,
      data: { ref: { kind: 'reusable-content', reusableContent: id } },
    })
    const expression = documentOf('Version <code class="expression">space.vars.version</code>.').nodes
    const space = await spaceWith(
      { operation: 'insert_reusable_content', id: 'note', title: 'Note', document: documentOf('Said once.') } as never,
      { operation: 'set_variables', variables: { version: '4.2' } } as never,
      page('Page', { object: 'document', data: {}, nodes: [...expression, include('note')] }),
    )
    const { pages } = await read(space)
    expect(pages[0]).toContain('Version 4.2.')
    expect(pages[0]).toContain('Said once.')
  })

  test('getSpacePDF: long tables break over sheets and repeat their header', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `| row ${at} | value |`)
    const { pages } = await read(
      await spaceWith(page('Table', `| Left head | Right head |\n| --- | --- |\n${rows.join('\n')}`)),
    )
    expect(pages.length).toBeGreaterThan(2)
    for (const sheet of pages) expect(sheet).toContain('Left head')
    expect(pages.join()).toContain('row 119')
  })
})

describe('the link', () => {
  test('getSpacePDF: serves the PDF without a token, with ranges and ETags', async () => {
    const url = await linkTo(await spaceWith(page('Page', 'Words.')))
    const whole = await open(url)
    expect(whole.headers.get('content-type')).toBe('application/pdf')
    expect(whole.headers.get('content-disposition')).toBe('inline; filename="Handbook.pdf"')
    expect(Buffer.from(whole.bytes.subarray(0, 5)).toString()).toBe('%PDF-')
    const part = await open(url, { range: 'bytes=0-4' })
    expect([part.status, Buffer.from(part.bytes).toString()]).toEqual([206, '%PDF-'])
    const known = await open(url, { 'if-none-match': whole.headers.get('etag')! })
    expect(known.status).toBe(304)
    const head = await open(url, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.bytes.length)])
  })

  test('getSpacePDF: printing is deterministic', async () => {
    const space = await spaceWith(page('Page', 'Words.'))
    const [first, second] = await Promise.all([open(await linkTo(space)), open(await linkTo(space))])
    expect(first.bytes).toEqual(second.bytes)
    await edit(server, { space }, [{ operation: 'update_page', page: 'Page', document: documentOf('Other words.') }])
    const third = await open(await linkTo(space))
    expect(third.headers.get('etag')).not.toBe(first.headers.get('etag'))
  })

  test('getSpacePDF: cannot be tampered with, and expires', async () => {
    const space = await spaceWith(page('Page', 'Words.'), page('Other', 'Other words.'))
    const url = await linkTo(space, '?page=Page')
    for (const changed of [
      url.replace('page=Page', 'page=Other'),
      url.replace(/signature=./, 'signature=~'),
      `${url}&only=true`,
    ])
      expect((await open(changed)).status).toBe(404)
    const { revision } = (await server.admin.http.get(`/v1/spaces/${space}`)).body
    const print = { space, revision, changeRequest: '', page: '', only: false, from: '', shareLink: '' }
    const expired = await open(server.url + pdfPath(server.files.signer, print, 'a.pdf', Date.now() - HOUR - 1))
    expect(expired.status).toBe(403)
    expect(messageOf(expired)).toContain('expired')
  })

  test('getSpacePDF: is 404 once the space is deleted', async () => {
    const space = await spaceWith(page('Page', 'Words.'))
    const url = await linkTo(space)
    await server.admin.http.delete(`/v1/spaces/${space}`)
    expect((await open(url)).status).toBe(404)
  })
})
