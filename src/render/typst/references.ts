// Resolves references in a printed book: to a page of the book, an address, or nothing; and their titles.
import { isContentRef } from '../../engine/content-ref.ts'
import { type Code, call, str } from './code.ts'
import type { Context } from './contract.ts'
import { breakable, plain } from './text.ts'

export interface Target {
  title: string
  /** The label of a printed target. */
  label?: string | undefined
  url?: string | undefined
}

export const pageLabel = (page: string): string => `page/${page}`
export const anchorLabel = (page: string, anchor: string): string => `anchor/${page}/${anchor}`

export function targetOf(ref: unknown, context: Context): Target {
  if (!isContentRef(ref)) return { title: '' }
  const { book, page } = context
  switch (ref.kind) {
    case 'url':
      return { title: shortened(ref.url), url: safeUrl(ref.url) }
    case 'page':
      return pageTarget(ref.page, ref.space, context)
    case 'anchor': {
      const target = pageTarget(ref.page ?? page.id, ref.space, context)
      const label = context.printedAs(anchorLabel(ref.page ?? page.id, ref.anchor))
      const title = ref.page === undefined ? `#${ref.anchor}` : `${target.title}#${ref.anchor}`
      return { ...target, title, label: target.label && (label ?? target.label) }
    }
    case 'file':
      return { title: own(book.files, ref.file)?.name ?? 'A file that is not in this space' }
    case 'user':
      return { title: own(book.users, ref.user) ?? 'Somebody' }
    case 'space':
      return { title: 'Another space' }
    case 'tag':
      return { title: own(book.tags, ref.tag) ?? ref.tag }
    case 'openapi':
      return { title: ref.spec }
    case 'collection':
      return { title: 'A collection' }
    case 'reusable-content':
      return { title: 'Content that is not in this space' }
  }
}

/** Of a picture that is written out in its address, only the type can be read. */
const shortened = (url: string): string => (/^data:/i.test(url) ? url.slice(0, url.search(/[;,]|$/)) : url)

const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

// Titles of other spaces and their pages are not visible to every reader of this one. A page outside the book gets its
// public URL, if any: a URL of the web app is useless on paper.
function pageTarget(id: string, space: string | undefined, { book, printedAs }: Context): Target {
  if (space !== undefined && space !== book.space) return { title: 'A page of another space' }
  const page = own(book.pages, id)
  if (!page) return { title: 'A page that is not in this space' }
  const url = book.site === undefined ? undefined : safeUrl(book.site + page.path)
  return { title: page.title, url, label: printedAs(pageLabel(id)) }
}

/** PDF readers open any link, so only web and mail addresses are allowed. */
export function safeUrl(url: string): string | undefined {
  return /^(https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu.test(url) ? url : undefined
}

/** Renders `body` as a link. The address is also printed in a note, unless the text or an earlier note has it. */
export function linkCode(ref: unknown, body: Code, { text, context }: { text: string; context: Context }): Code {
  const { label, url } = targetOf(ref, context)
  if (label !== undefined) return call('jump', [str(label), body])
  if (url === undefined) return body
  const shown = url.replace(/^(https?:\/\/|mailto:|tel:)/i, '')
  const isSaid = text.includes(shown.replace(/\/$/, '')) || context.inNote || !context.cite(url)
  return isSaid ? call('away', [str(url), body]) : call('cited', [str(url), body, str(breakable(shown))])
}

export const titleCode = (ref: unknown, context: Context): Code => {
  const { title } = targetOf(ref, context)
  return linkCode(ref, plain(title.includes('://') ? breakable(title) : title), { text: title, context })
}
