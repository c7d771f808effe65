// Reads the lists of a Markdown page as a navigation: `SUMMARY.md` of a book, `_Sidebar.md` of a wiki.
import type { Block, Inline, Text } from '../engine/document.ts'
import { parseMarkdown } from '../markdown/index.ts'
import { plainText } from '../markdown/model.ts'
import type { NavItem } from './model.ts'

export function readMarkdownNavigation(text: string, url: URL): NavItem[] {
  const resolve = (href: string) => ({ kind: 'url', url: href })
  const { document } = parseMarkdown(text, { title: true, resolveLink: resolve, resolveFile: resolve })
  const top: NavItem[] = []
  let items = top
  for (const block of document.nodes) {
    if (block.type.startsWith('heading-')) {
      items = []
      top.push({ title: lineOf(block), items })
    } else if (block.type.startsWith('list-')) items.push(...itemsIn(block, url))
    else if (block.type === 'paragraph') items.push(...linksIn(block, url))
  }
  return top.filter(({ url, items }) => url || items.length > 0)
}

const itemsIn = (list: Block, base: URL): NavItem[] =>
  (list.nodes as Block[]).map((item) => {
    const blocks = (item.nodes ?? []) as Block[]
    const lists = blocks.filter(({ type }) => type.startsWith('list-'))
    const [link] = blocks.flatMap((block) => (block.type === 'paragraph' ? linksIn(block, base) : []))
    const items = lists.flatMap((each) => itemsIn(each, base))
    return link ? { ...link, items } : { title: lineOf(blocks[0]), items }
  })

function linksIn(block: Block, base: URL): NavItem[] {
  const links = ((block.nodes ?? []) as (Inline | Text)[]).filter(
    (node) => node.object === 'inline' && node.type === 'link',
  )
  return links.flatMap((link) => {
    const { url } = ((link as Inline).data?.ref ?? {}) as { url?: string }
    return url !== undefined && URL.canParse(url, base.href)
      ? [{ title: plainText([link]).trim(), url: new URL(url, base), items: [] }]
      : []
  })
}

const lineOf = (block: Block | undefined): string => plainText(block?.nodes).replaceAll(/\s+/g, ' ').trim()
