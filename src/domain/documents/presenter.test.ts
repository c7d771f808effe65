// @only-sqlite
// Presented documents contain only nodes that the public renderer knows, and all that it relies on.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newSpace } from '../../../test/support/pages.ts'
import { startedServer } from '../../../test/support/server.ts'
import type { Block, Document } from '../../engine/document.ts'
import { textOf } from '../../engine/text.ts'
import { walk } from '../../engine/walk.ts'
import { parseMarkdown } from '../../markdown/index.ts'
import { blocks } from '../../markdown/testing/arbitraries.ts'
import { toStored } from './check.ts'
import { toDocument } from './presenter.ts'

const CLIENT = readFileSync('node_modules/@gitbook/api/dist/client.d.ts', 'utf8')
const KNOWN = new Set(
  CLIENT.split(/^export /m)
    .filter((text) => /^interface Document(Block|Inline)/.test(text))
    .flatMap((text) => /^ {4}type: (.+);$/m.exec(text)?.[1]?.split(' | ') ?? [])
    .map((name) => name.replaceAll("'", '')),
)

const document = blocks(3).map((nodes): Document => toStored({ object: 'document', data: {}, nodes }))

const typesIn = (shown: Document) =>
  walk(shown).flatMap(({ node }) => (node.object === 'block' || node.object === 'inline' ? [node.type] : []))

describe('what clients of the older contract get', () => {
  test('has only known types, and all of the text', () => {
    expect([KNOWN.has('stepper'), KNOWN.has('updates')]).toEqual([true, false])
    fc.assert(
      fc.property(document, (stored) => {
        const shown = toDocument(stored)
        expect(typesIn(shown).filter((type) => !KNOWN.has(type))).toEqual([])
        const words = (text: string) => text.split(/\s+/).filter(Boolean)
        const said = words(textOf(shown))
        expect(words(textOf(stored)).filter((word) => !said.includes(word))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('every button has a target', () => {
    fc.assert(
      fc.property(document, (stored) => {
        for (const { node } of walk(toDocument(stored)))
          if (node.object === 'inline' && node.type === 'button') expect(node.data).toHaveProperty('ref.kind')
      }),
    )
  })

  test('updates have their date and tags, and a prompt its description', () => {
    const text = `{% updates format="full" %}
{% update date="2026-01-31" tags="new,api" %}
## Something

* table: in it
{% endupdate %}
{% endupdates %}

{% prompt description="Ask this" icon="sparkles" %}
\`\`\`
Do it.
\`\`\`
{% endprompt %}

<button type="button" class="button primary" data-action="ask" data-query="How & why?">Ask</button>`
    const parsed = parseMarkdown(text).document
    const { nodes } = toDocument(parsed)
    expect(nodes.map((node) => [node.type, textOf(node)])).toEqual([
      ['heading-2', '31 January 2026'],
      ['paragraph', 'new, api'],
      ['heading-1', 'Something'],
      ['list-unordered', 'table: in it'],
      ['code', 'Ask this\nDo it.'],
      ['paragraph', 'Ask'],
    ])
    expect(nodes[4]!.data).toMatchObject({ title: 'Ask this' })
    expect((nodes[5]!.nodes as Block[]).find(({ type }) => type === 'button')!.data).toMatchObject({
      label: 'Ask',
      ref: { kind: 'url', url: '?ask=How+%26+why%3F' },
    })
    expect(toDocument(parsed, 'next').nodes.map(({ type }) => type)).toEqual(['updates', 'prompt', 'paragraph'])
  })
})

describe('cells', () => {
  test('presenting and storing a document leaves it unchanged', () => {
    fc.assert(
      fc.property(document, (stored) => {
        expect(toStored(toDocument(stored, 'next'))).toEqual(stored)
      }),
    )
  })

  const server = startedServer()

  test('getPageById, getPageDocumentInRevisionById, getDocumentById: cells without a value are empty', async () => {
    const { id, ...space } = await newSpace(server)
    const types = ['select', 'files', 'users', 'number', 'image', 'rating', 'checkbox', 'content-ref']
    const definition = Object.fromEntries(
      types.map((type) => [type, { id: type, title: type, type, options: [], multiple: true, max: 5 }]),
    )
    const records = { a: { orderIndex: '1', values: { number: null, users: [] } }, b: { orderIndex: '2', values: {} } }
    const table = { object: 'block', type: 'table', isVoid: true, fragments: [] }
    const data = { view: { type: 'grid', columns: types, hideHeader: false }, definition, records }
    const written = { object: 'document', data: {}, nodes: [{ ...table, data }] }
    const page = await space.insert('Cells', { document: { document: written } })
    const { documentId, document } = (await space.get(`/page/${page}?format=document`)).body
    const { http } = server.admin
    const others = [
      (await http.get(`/v1/spaces/${id}/revisions/${await space.revision()}/page/${page}/document`)).body,
      (await http.get(`/v1/spaces/${id}/documents/${documentId}`)).body,
    ]
    const empty = { select: [], files: [], users: [], number: '', image: { kind: 'file', file: '' } }
    for (const { nodes } of [document, ...others])
      for (const row of ['a', 'b']) expect(nodes[0].data.records[row].values).toEqual(empty)
    const before = await space.revision()
    await space.write({ operation: 'update_page', page, document: { document } })
    expect(await space.revision()).toBe(before)
  })

  test('getPageById: schema=next returns updates as stored', async () => {
    const space = await newSpace(server)
    const text = '{% updates %}\n{% update date="2026-01-31" %}\nNews.\n{% endupdate %}\n{% endupdates %}'
    const page = await space.insert('News', { document: { markdown: text } })
    // Bypasses the reply check, which only knows the older contract.
    const typesFor = async (query: string) => {
      const url = `${server.url}${space.path}/page/${page}?format=document${query}`
      const answer = await fetch(url, { headers: { authorization: `Bearer ${server.admin.token}` } })
      const { document } = (await answer.json()) as { document: Document }
      return document.nodes.map(({ type }) => type)
    }
    expect(await typesFor('')).toEqual(['heading-2', 'paragraph'])
    expect(await typesFor('&schema=current')).toEqual(['heading-2', 'paragraph'])
    expect(await typesFor('&schema=next')).toEqual(['updates'])
    expect(await typesFor('&evaluated=deterministic-only')).toEqual(['updates'])
    expect((await space.get(`/page/${page}?schema=other`)).status).toBe(400)
  })
})
