// Laws of drawn changes: each side reads as its version does, and both together lose nothing.
import * as fc from 'fast-check'
import type { Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toString as textIn } from 'hast-util-to-string'
import { describe, expect, test } from 'vitest'
import { everyBlock } from '../../../test/support/every-block.ts'
import { showCompared } from '../../engine/comparison/annotate.ts'
import { compareDocuments } from '../../engine/comparison/compare.ts'
import type { View } from '../../engine/comparison/comparison.ts'
import type { Block, Document } from '../../engine/document.ts'
import { addKeys } from '../../engine/keys/keep-keys.ts'
import { blocks } from '../../markdown/testing/arbitraries.ts'
import { draw, PLAIN } from './index.ts'

const runs = Number(process.env.LECTERN_LAW_RUNS ?? 100)

const documentOf = (nodes: Block[]): Document => ({ object: 'document', data: {}, nodes })
const documents = blocks(2).map(documentOf)
const drawView = (before: Document, after: Document, view: View) =>
  draw(documentOf(compareDocuments(before, after).flatMap((entry) => showCompared(entry, view))), PLAIN).text

/** Words that say what changed, beside those of the document. */
const SAID = new Set(['sr', 'why', 'noted'])
const isSaid = (node: Nodes) =>
  node.type === 'element' && ((node.properties.className ?? []) as string[]).some((name) => SAID.has(name))

const withoutSaid = <T extends Nodes>(node: T): T =>
  'children' in node
    ? {
        ...node,
        children: node.children.filter((child) => !isSaid(child as Nodes)).map((child) => withoutSaid(child as Nodes)),
      }
    : node

const readIn = (html: string) =>
  textIn(withoutSaid(fromHtml(html, { fragment: true })))
    .replaceAll(/\s+/g, ' ')
    .trim()

const [text, block] = [
  (value: string) => ({ object: 'text' as const, leaves: [{ object: 'leaf' as const, text: value, marks: [] }] }),
  (type: string, key: string, data: Record<string, unknown>, nodes: Block['nodes'] = []): Block => ({
    object: 'block',
    type,
    key,
    data,
    nodes,
  }),
]

describe('drawn changes', () => {
  test('each side reads as its version', async () => {
    await fc.assert(
      fc.property(documents, documents, (before, other) => {
        const after = documentOf([...before.nodes.slice(1), ...other.nodes])
        expect(readIn(drawView(before, after, 'before'))).toBe(readIn(draw(before, PLAIN).text))
        expect(readIn(drawView(before, after, 'after'))).toBe(readIn(draw(after, PLAIN).text))
      }),
      { numRuns: runs },
    )
  })

  test('every block can be added and removed', () => {
    let count = 0
    const all = addKeys(everyBlock(), () => `k${count++}`)
    const empty = documentOf([])
    expect(readIn(drawView(empty, all, 'both'))).toBe(readIn(draw(all, PLAIN).text))
    expect(readIn(drawView(all, empty, 'both'))).toBe(readIn(draw(all, PLAIN).text))
    expect(drawView(all, all, 'both')).toBe(draw(all, PLAIN).text)
  })

  const between = (before: Block, after: Block) => drawView(documentOf([before]), documentOf([after]), 'both')

  test('words', () => {
    const one = block('paragraph', 'p', {}, [text('within five seconds')])
    expect(between(one, block('paragraph', 'p', {}, [text('within ten seconds')]))).toBe(
      '<div class="change edited"><span class="sr">Edited: </span><p>within <del>five</del><ins>ten</ins> seconds</p></div>',
    )
  })

  test('attributes by name, and pictures with what they were', () => {
    const hint = (style: string) => block('hint', 'h', { style }, [block('paragraph', 'p', {}, [text('Note')])])
    expect(between(hint('info'), hint('warning'))).toContain('<li>Style: <del>info</del> <ins>warning</ins></li>')
    const sides = (view: View) => drawView(documentOf([hint('info')]), documentOf([hint('warning')]), view)
    expect(sides('before')).not.toContain('Style')
    expect(sides('after')).toContain('<li>Style: <del>info</del> <ins>warning</ins></li>')
    const picture = (url: string) => ({ ...block('image', 'i', { ref: { kind: 'url', url } }), isVoid: true })
    const html = between(picture('https://a.example/1.png'), picture('https://a.example/2.png'))
    expect(html).toContain('<div class="former"><p class="why">Before</p><figure>')
    expect(html.indexOf('1.png')).toBeLessThan(html.lastIndexOf('2.png'))
  })

  test('lines of code', () => {
    const code = (...lines: string[]) =>
      block(
        'code',
        'c',
        {},
        lines.map((line, at) => block('code-line', `l${at}`, {}, [text(line)])),
      )
    const html = between(code('one', 'wait 5s'), code('one', 'wait 10s'))
    expect(html).toContain('<span class="ln">one\n</span>')
    expect(html).toContain('<span class="ln removed">wait <del>5s</del>\n</span>')
    expect(html).toContain('<span class="ln added">wait <ins>10s</ins>\n</span>')
  })
})
