// Reads a Markdown page.
import { parseMarkdown } from '../markdown/index.ts'
import { quotedHints } from './foreign/admonitions.ts'
import { rewriteBlocks } from './foreign/blocks.ts'
import { componentRule, NOTION } from './foreign/components.ts'
import type { LinkResolver, PageContent } from './model.ts'
import { decode } from './url-index.ts'

export function readMarkdownPage(text: string, { link, file, fences = [] }: LinkResolver): PageContent {
  const parsed = parseMarkdown(withHints(text), { title: true, resolveLink: link, resolveFile: file, fences })
  const { title, description } = parsed.frontMatter
  return { document: parsed.document, title: parsed.title ?? textOf(title), description: textOf(description) }
}

/** Hints as GitHub and Notion write them. */
const withHints = (text: string): string =>
  /^ {0,3}> ?\[!|<aside/m.test(text) ? rewriteBlocks(text, [quotedHints, componentRule(NOTION)]) : text

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** `getting-started.md` → `Getting started`. */
export function titleFrom(url: URL): string {
  const name = decode(url.pathname).replace(/\/+$/, '').split('/').pop()!
  return titleOf(name)
}

export function titleOf(name: string): string {
  const words = name
    .replace(/\.(md|markdown|html?|xhtml|docx|txt)$/i, '')
    .replace(/\s+[0-9a-f]{32}$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words && words[0]!.toUpperCase() + words.slice(1)
}
