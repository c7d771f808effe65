// Deep nesting: the document stays shallow, nothing is lost, and writing is idempotent.
import { describe, expect, test } from 'vitest'
import { DEEP } from '../../test/support/deep.ts'
import type { Node } from '../engine/document.ts'
import { childrenOf } from '../engine/walk.ts'
import { parseMarkdown, serializeMarkdown } from './index.ts'

const rewrite = (markdown: string) => {
  const { document, title, frontMatter } = parseMarkdown(markdown)
  return serializeMarkdown(document, { title, frontMatter })
}

/** The nesting depth, counted without recursion. */
function depthOf(root: Node): number {
  let deepest = 0
  const waiting = [{ node: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    deepest = Math.max(deepest, next.depth)
    for (const node of childrenOf(next.node)) waiting.push({ node, depth: next.depth + 1 })
  }
  return deepest
}

const mixed = (levels: number): string => {
  const open = Array.from({ length: levels }, (_, at) => `${'> '.repeat(at)}{% hint style="info" %}\n`.repeat(20))
  const close = Array.from({ length: levels }, (_, at) => `${'> '.repeat(levels - 1 - at)}{% endhint %}\n`.repeat(20))
  return [...open, `${'> '.repeat(levels)}word\n`, ...close].join('')
}

describe('depth', () => {
  test.each(Object.entries({ ...DEEP, 'tags and quotes by turns': (n: number) => mixed(Math.min(n, 12)) }))(
    '%s',
    { timeout: 60_000 },
    (_name, deep) => {
      for (const levels of [30, 250]) {
        const markdown = deep(levels)
        expect(depthOf(parseMarkdown(markdown).document)).toBeLessThan(200)
        const once = rewrite(markdown)
        expect(rewrite(once)).toBe(once)
      }
    },
  )

  test('a text whose combined nesting is too deep is shown as source', () => {
    const markdown = mixed(12)
    const { nodes } = parseMarkdown(markdown).document
    expect(nodes.map(({ type, data }) => [type, data?.syntax])).toEqual([['code', 'markdown']])
    expect(rewrite(markdown)).toContain('> > > {% hint style="info" %}')
  })
})
