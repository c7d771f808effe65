// @only-sqlite @slow
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSpace, enter, type Scene, statusOf } from '../../../test/support/content.ts'
import { startedServer } from '../../../test/support/server.ts'
import { listReferences } from '../../engine/links.ts'
import { textOf } from '../../engine/text.ts'
import { parseMarkdown, serializeMarkdown } from '../../markdown/index.ts'
import { hasNoReferences, isPlain, plainDocument } from './plain-text.ts'
import { isSafeUrl } from './sanitizer.ts'

const server = startedServer()
let scene: Scene
let at: string
let space: string

beforeAll(async () => {
  scene = { organization: server.organization, admin: server.admin }
  space = (await createSpace(scene)).id
  at = `/v1/spaces/${space}/comments`
})

const post = async (body: object, query = '') => (await scene.admin.http.post(at + query, { body })).body
const read = async ({ id }: { id: string }, format: string) =>
  (await scene.admin.http.get(`${at}/${id}?format=${format}`)).body.body

describe('plain words', () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9'"()]{1,6}$/)
  const mark = fc.constantFrom(
    ' ',
    '-',
    '. ',
    ', ',
    ': ',
    '; ',
    '? ',
    '! ',
    '.',
    ':',
    '1. ',
    ' - ',
    '  ',
    '\n',
    '_',
    '*',
  )
  const line = fc.array(fc.tuple(word, mark)).map((parts) => parts.flat().join('').trim())

  test('equal the parsed result', () => {
    fc.assert(
      fc.property(fc.oneof(line, fc.string({ unit: 'grapheme' })), (text) => {
        if (!isPlain(text)) return
        const { document } = parseMarkdown(text, { title: false })
        expect(document).toEqual(plainDocument(text))
        expect(serializeMarkdown(document).trim()).toBe(text)
      }),
      { numRuns: 2000 },
    )
  })

  test('text stored without parsing has no references and is not empty', () => {
    const marked = fc
      .array(fc.oneof(word, mark, fc.constantFrom('# ', '- ', '> ', '```', '\n\n', '**', '`', '=', '+', 'http')))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(fc.oneof(marked, fc.string({ unit: 'grapheme' })), (text) => {
        if (!hasNoReferences(text)) return
        const { document } = parseMarkdown(text, { title: false })
        expect(listReferences(document)).toEqual([])
        expect(textOf(document).trim() !== '' || JSON.stringify(document).match(/\p{L}/u)).toBeTruthy()
        expect(JSON.stringify(document)).not.toContain('"<')
      }),
      { numRuns: 2000 },
    )
  })

  test('are recognised', () => {
    for (const text of [
      'Please say which port this is.',
      'Is "this" right (or not)? Well, no: it isn\'t.',
      'Très-bien',
    ])
      expect(isPlain(text)).toBe(true)
    for (const text of ['', ' a', '1. one', '# a', 'a_b_', 'www.example.com', ':tada:', 'a  b', 'a\nb', '@a', '<b>'])
      expect(isPlain(text)).toBe(false)
  })
})

describe('bodies', () => {
  test('postCommentInSpace, getCommentInSpace: are returned in either format, whichever was sent', async () => {
    const markdown = 'A list:\n\n* **one**\n* [two](https://example.com)'
    const { document } = await read(await post({ markdown }), 'document')
    expect(document.nodes.map(({ type }: { type: string }) => type)).toEqual(['paragraph', 'list-unordered'])
    expect((await post({ document })).body).toEqual({ markdown })
    expect((await post({ document }, '?format=document')).body.document).toEqual(document)
    const plain = await read(await post({ markdown: 'Plain words.' }), 'document')
    expect(plain.document).toEqual(plainDocument('Plain words.'))
    const { items } = (await scene.admin.http.get(`${at}?format=document&limit=1`)).body
    expect(items[0].body).toEqual(plain)
  })

  test('postCommentInSpace, updateCommentInSpace: reject empty, too large and invalid bodies', async () => {
    const tooLarge = 'a'.repeat(64 * 1024 + 1)
    const empty = { object: 'document', data: {}, nodes: [] }
    for (const body of [
      {},
      { markdown: '' },
      { markdown: ' \n ' },
      { document: empty },
      { document: { object: 'document', data: {}, nodes: [{ object: 'block', type: 'paragraph', nodes: [] }] } },
      { markdown: tooLarge },
      { document: { ...empty, nodes: [{ object: 'leaf' }] } },
      { document: empty, markdown: 'Both' },
    ])
      expect([body, await statusOf(scene.admin.http.post(at, { body }))]).toEqual([body, 400])
    const { id } = await post({ markdown: 'a'.repeat(64 * 1024) })
    expect(await statusOf(scene.admin.http.put(`${at}/${id}`, { body: { markdown: '' } }))).toBe(400)
    expect(await statusOf(scene.admin.http.put(`${at}/${id}`, { body: { document: empty } }))).toBe(400)
  })

  test('postCommentInSpace: a body cannot run code', async () => {
    const markdown = [
      '[x](javascript:alert(1)) and [y](https://example.com) <a href="JaVa&#9;script:1">q</a>',
      '<script>alert(1)</script> in `<script>`',
      '![z](vbscript:x)',
      'Map<string> and 1 < 2',
    ].join('\n\n')
    const comment = await post({ markdown })
    expect(comment.body.markdown).not.toMatch(/javascript:|vbscript:/i)
    expect(comment.body.markdown.replaceAll('`<script>`', '')).not.toContain('<script')
    const { document } = await read(comment, 'document')
    expect(JSON.stringify(document)).not.toMatch(/javascript:|vbscript:/i)
    expect(JSON.stringify(document)).toContain('https://example.com')
    expect(JSON.stringify(document)).toContain('Map<string> and 1 < 2')
    expect((await post({ document })).body).toEqual(comment.body)
    expect((await post(comment.body)).body).toEqual(comment.body)
  })

  test('URLs with an executable scheme are unsafe, however obfuscated', () => {
    for (const url of [
      'javascript:1',
      ' JAVASCRIPT:1',
      'java\tscript:1',
      '\u0001javascript:1',
      'data:text/html,x',
      'vbscript:x',
    ])
      expect([url, isSafeUrl(url)]).toEqual([url, false])
    for (const url of ['https://a.example/x:y', '/a:b', '#a:b', 'a/b:c', 'mailto:a@example.com', 'page.md', '?a:b'])
      expect([url, isSafeUrl(url)]).toEqual([url, true])
  })

  test('getCommentInSpace: links follow pages that move', async () => {
    const change = async (...changes: object[]) =>
      (await scene.admin.http.post(`/v1/spaces/${space}/content`, { changes })).body.changes[0]
    const made = await change({ operation: 'insert_page', title: 'Linked' })
    const page = made.page?.id ?? made.page ?? made.ids[0]
    const comment = await post({ markdown: 'See [it](linked.md).' })
    expect(JSON.stringify(await read(comment, 'document'))).toContain(`"page":"${page}"`)
    await change({ operation: 'update_page', page, slug: 'elsewhere' })
    expect(await read(comment, 'markdown')).toEqual({ markdown: 'See [it](elsewhere.md).' })
  })
})

describe('mentions', () => {
  const mentionsIn = (document: object): string[] =>
    [...JSON.stringify(document).matchAll(/"kind":"user","user":"(\w+)"/g)].map(([, id]) => id!)

  test('postCommentInSpace: mentions by name, email or id become references, and read back unchanged', async () => {
    const [ann, bob, stranger] = [
      await enter(server, scene, 'read'),
      await enter(server, scene, null),
      await server.join(),
    ]
    await ann.http.patch('/v1/user', { displayName: 'Änne von Oben' })
    const names = (await server.database.read.selectFrom('users').selectAll().where('id', '=', ann.id).execute())[0]!
    const markdown = `Hi @${names.display_name}, @${bob.email}. And (@${ann.id})! Not a@${bob.email}, \`@${bob.email}\` or @${stranger.email}`
    const comment = await post({ markdown })
    const { document } = await read(comment, 'document')
    expect(mentionsIn(document)).toEqual([ann.id, bob.id, ann.id])
    expect(await read(comment, 'markdown')).toEqual({ markdown: comment.body.markdown })
    const again = await post(comment.body)
    expect(mentionsIn((await read(again, 'document')).document)).toEqual([ann.id, bob.id, ann.id])
    expect(mentionsIn((await post({ document }, '?format=document')).body.document)).toEqual([ann.id, bob.id, ann.id])
  })

  test('postCommentInSpace: an ambiguous name or a user who is not a member stays text', async () => {
    const [one, two, stranger] = [
      await enter(server, scene, 'read'),
      await enter(server, scene, 'read'),
      await server.join(),
    ]
    await server.database.write(async (db) => {
      await db.updateTable('users').set({ display_name: 'Twin' }).where('id', 'in', [one.id, two.id]).execute()
    })
    expect(mentionsIn((await post({ markdown: 'Hi @Twin!' }, '?format=document')).body.document)).toEqual([])
    const mention = {
      object: 'inline',
      type: 'mention',
      isVoid: true,
      data: { ref: { kind: 'user', user: stranger.id } },
    }
    const document = { object: 'document', data: {}, nodes: [{ object: 'block', type: 'paragraph', nodes: [mention] }] }
    expect((await post({ document })).body).toEqual({ markdown: `@${stranger.id}` })
  })
})
