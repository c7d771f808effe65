// A page of HTML as Markdown, with its links as they are written.
import type { Root } from 'hast'
import type { ContentRef } from '../../markdown/index.ts'
import { serializeMarkdown } from '../../markdown/index.ts'
import { readHtmlPage } from '../html/page.ts'
import { look } from '../tasks.ts'

export interface ReadHtml {
  title: string
  markdown: string
}

const asWritten = (href: string): ContentRef => ({ kind: 'url', url: href })

/** `prepare` makes plain HTML of it first. */
export function readHtml(html: string, name: string, prepare?: (tree: Root) => void): ReadHtml {
  const url = `https://archive.invalid/${name.split('/').map(encodeURIComponent).join('/')}`
  // Refuses what is too large before anything is made of it.
  look({ format: 'html', text: html, url, whole: true })
  const page = readHtmlPage(html, new URL(url), { whole: true, ...(prepare && { prepare }) })
  const { document, title } = page.read({ link: asWritten as never, file: asWritten as never })
  return { title: title ?? page.fallbackTitle, markdown: serializeMarkdown(document).trim() }
}
