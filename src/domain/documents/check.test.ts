// @only-sqlite @slow
// Any input is either rejected as a document, or can be read by everything that reads documents.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newSpace } from '../../../test/support/pages.ts'
import { sendRaw } from '../../../test/support/raw.ts'
import { startedServer } from '../../../test/support/server.ts'
import { withAnchors } from '../../engine/anchors.ts'
import type { Document } from '../../engine/document.ts'
import { addKeys, keepKeys } from '../../engine/keys/keep-keys.ts'
import { listSections } from '../../engine/outline.ts'
import { textOf } from '../../engine/text.ts'
import { newId } from '../../lib/ids.ts'
import { serializeMarkdown } from '../../markdown/index.ts'
import { findFlaw, toStored } from './check.ts'
import { evaluate } from './evaluation.ts'
import { toDocument } from './presenter.ts'
import { linkTargetsOf, linkWriter } from './relative-links.ts'

const server = startedServer()

const BLOCKS =
  'paragraph heading-1 heading-2 list-ordered list-unordered list-tasks list-item blockquote hint code code-line divider math images image file embed content-ref expandable tabs tabs-item stepper stepper-step columns column table swagger openapi-operation openapi-schemas reusable-content integration if updates update hologram'
const INLINES = 'link inline-image inline-math emoji icon mention button annotation expression hologram'
const FIELDS =
  'ref refDark url title alt caption formula expression syntax style checked start width align definition records view code icon label kind size id data constructor __proto__'

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    { kind: 'page', page: 'x' },
    { kind: 'anchor', anchor: 'x', page: 'y' },
    { kind: 'url', url: 'https://example.com/' },
    { kind: 'file' },
    'space.vars.x',
  ),
)
const word = (words: string) => fc.constantFrom(...words.split(' '))
const data = fc.option(fc.dictionary(word(FIELDS), value, { maxKeys: 4 }), { nil: undefined })
const key = fc.option(fc.constantFrom('a', 'b', 'constructor'), { nil: undefined })

const { block } = fc.letrec((tie) => ({
  leaf: fc.record({
    object: fc.constant('leaf'),
    text: fc.string({ unit: 'binary', maxLength: 6 }),
    marks: fc.array(fc.record({ object: fc.constant('mark'), type: word('bold code color x'), data }), {
      maxLength: 2,
    }),
  }),
  text: fc.record({ object: fc.constant('text'), key, leaves: fc.array(tie('leaf'), { maxLength: 2 }) }),
  fragment: fc.record({
    object: fc.constant('fragment'),
    fragment: fc.constantFrom('caption', 'x'),
    type: fc.constantFrom('expandable-title', 'expandable-body', 'annotation-body'),
    nodes: fc.array(tie('block'), { maxLength: 2 }),
  }),
  inline: fc.record(
    {
      object: fc.constant('inline'),
      type: word(INLINES),
      data,
      nodes: fc.array(tie('text'), { maxLength: 2 }),
      fragments: fc.array(tie('fragment'), { maxLength: 1 }),
    },
    { requiredKeys: ['object', 'type'] },
  ),
  block: fc.record(
    {
      object: fc.constant('block'),
      type: word(BLOCKS),
      key,
      isVoid: fc.boolean(),
      data,
      nodes: fc.array(fc.oneof({ maxDepth: 3 }, tie('text'), tie('inline'), tie('block')), { maxLength: 3 }),
      fragments: fc.array(tie('fragment'), { maxLength: 2 }),
      meta: fc.constant({ id: 'x' }),
    },
    { requiredKeys: ['object', 'type'] },
  ),
}))

// As parsed from JSON.
const document = fc
  .array(block, { maxLength: 4 })
  .map((nodes) => JSON.parse(JSON.stringify({ object: 'document', data: {}, nodes })) as Document)

const READERS: Record<string, (document: Document) => unknown> = {
  markdown: (document) => serializeMarkdown(document, { linkTo: linkWriter({ pages: { x: 'a', y: 'b' }, files: {} }) }),
  anchors: withAnchors,
  shown: (document) => toDocument(document),
  sections: listSections,
  text: textOf,
  links: linkTargetsOf,
  expressions: (document) => {
    const rule = { scope: { space: { vars: { x: true } } }, keepsUnknown: false }
    return evaluate(document, { inlines: rule, conditions: rule })
  },
  keys: (document) => keepKeys(addKeys(document, newId), document, newId),
}

test('a valid document is readable in every way', () => {
  let accepted = 0
  fc.assert(
    fc.property(document, (sent) => {
      if (findFlaw(sent)) return
      accepted++
      const stored = toStored(sent)
      for (const [name, read] of Object.entries(READERS)) expect(() => read(stored), name).not.toThrow()
      expect(JSON.stringify(stored)).not.toContain('"meta"')
    }),
    { numRuns: 500 },
  )
  expect(accepted).toBeGreaterThan(50)
})

test('updateSpaceContent: any document is rejected, or written and readable', async () => {
  const space = await newSpace(server)
  const send = (method: string, path: string, body?: object) =>
    sendRaw(server.url, {
      method,
      path,
      headers: { authorization: `Bearer ${server.admin.token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
  await fc.assert(
    fc.asyncProperty(document, async (sent) => {
      const changes = [{ operation: 'insert_page', title: 'Any', document: { document: sent } }]
      const { status, text } = await send('POST', space.path, { changes })
      expect([200, 400]).toContain(status)
      if (status === 400) return
      const page = JSON.parse(text).changes[0].page.id
      for (const format of ['markdown', 'document'])
        expect((await send('GET', `${space.path}/page/${page}?format=${format}`)).status).toBe(200)
    }),
    { numRuns: 100 },
  )
}, 180_000)
