// Converting wiki links to Markdown links.
import { expect, test } from 'vitest'
import { fromWikiMarkup } from './wiki-markup.ts'

const wiki = { wiki: 'https://git.example.com/o/r/wiki/', names: ['Home.md', 'Two-Words.md', 'sub/Deep.md'] }

test.each([
  ['[[two words]]', '[two words](Two-Words.md)'],
  ['[[label|Home#x]]', '[label](Home.md#x)'],
  ['[[Deep]]', '[Deep](sub/Deep.md)'],
  ['[[Not There]]', '[Not There](Not-There)'],
  ['[[out|https://example.com]]', '[out](https://example.com)'],
  ['[[img/a b.png]]', '![](img/a%20b.png)'],
  ['[x](https://git.example.com/o/r/wiki/Home)', '[x](Home)'],
  ['`[[Home]]` [[Home]]', '`[[Home]]` [Home](Home.md)'],
  ['```\n[[Home]]\n```\n[[Home]]', '```\n[[Home]]\n```\n[Home](Home.md)'],
  ['a [[b\nc]] [[]]', 'a [[b\nc]] [[]]'],
])('%j', (text, expected) => {
  expect(fromWikiMarkup(text, wiki)).toBe(expected)
})
