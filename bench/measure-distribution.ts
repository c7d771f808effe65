// Measures how people write documentation: `npx tsx bench/measure-distribution.ts <label>=<folder> …` reads the
// markdown of folders and prints bench/distribution.json. At most 120 pages of a folder count, spread over it.
// Only numbers leave it, no text.
import type { Nodes, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { readPages } from './pages.ts'

const PAGES_OF_EACH = 120
const KINDS = ['heading', 'paragraph', 'list', 'code', 'table', 'image', 'blockquote', 'thematicBreak'] as const

const sources = process.argv.slice(2).map((argument) => argument.split('=') as [string, string])
const kinds: Record<string, number> = Object.fromEntries(KINDS.map((kind) => [kind, 0]))
const lengths: Record<string, number[]> = {}
const inWords = { words: 0, link: 0, inlineCode: 0, strong: 0, emphasis: 0 }

const note = (name: string, value: number): void => {
  lengths[name] ??= []
  lengths[name].push(value)
}
const textOf = (node: Nodes): string =>
  'children' in node ? node.children.map(textOf).join(' ') : 'value' in node ? String(node.value) : ''
const wordsOf = (node: Nodes): number => textOf(node).split(/\s+/).filter(Boolean).length

function noteInlines(node: Nodes): void {
  if (node.type in inWords) inWords[node.type as keyof typeof inWords]++
  if ('children' in node) for (const child of node.children) noteInlines(child)
}

function noteBlock(block: RootContent, weight: number): void {
  const isPicture = block.type === 'paragraph' && block.children.some(({ type }) => type === 'image')
  const kind = isPicture ? 'image' : block.type
  if (!(kind in kinds)) return
  kinds[kind]! += weight
  noteInlines(block)
  inWords.words += block.type === 'code' ? 0 : wordsOf(block)
  if (block.type === 'paragraph') note('paragraphWords', wordsOf(block))
  if (block.type === 'heading') note('headingWords', wordsOf(block))
  if (block.type === 'heading') note('headingLevel', block.depth)
  if (block.type === 'code') note('codeLines', block.value.split('\n').length)
  if (block.type === 'list') note('listItems', block.children.length)
  if (block.type === 'list') for (const item of block.children) note('itemWords', wordsOf(item))
  if (block.type === 'table') note('tableRows', block.children.length)
  if (block.type === 'table') note('tableColumns', block.children[0]!.children.length)
}

for (const [, folder] of sources) {
  const pages = readPages(folder, PAGES_OF_EACH)
  for (const { markdown } of pages) {
    const { children } = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
    note('pageBytes', Buffer.byteLength(markdown))
    for (const block of children) noteBlock(block, 1 / pages.length)
  }
}

/** From the 5th percentile to the 95th, in ten equal steps. */
const quantilesOf = (values: number[]): number[] => {
  const sorted = values.sort((a, b) => a - b)
  return Array.from({ length: 11 }, (_, step) => sorted[Math.floor(sorted.length * (0.05 + 0.09 * step))]!)
}
const rounded = (value: number): number => Number(value.toPrecision(3))
const mapped = <T, U>(record: Record<string, T>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
const { words, ...marks } = inWords
const result = {
  sources: sources.map(([label]) => label),
  blocksPerPage: mapped(kinds, (count) => rounded(count / sources.length)),
  perHundredWords: mapped(marks, (count) => rounded((count / words) * 100)),
  quantiles: mapped(lengths, quantilesOf),
}
console.log(JSON.stringify(result, null, 2))
