// Where references lead in a printed book: to a page inside, to an address, or nowhere. And what they are called.
import { isContentRef } from '../../engine/content-ref.ts'
import { type Code, call, str } from './code.ts'
import type { Context } from './contract.ts'
import { breakable, plain } from './text.ts'

export interface Target {
  title: string
  /** Something printed. */
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
      return { title: ref.url, url: safe(ref.url) }
    case 'page':
      return pageTarget(ref.page, ref.space, context)
    case 'anchor': {
      const target = pageTarget(ref.page ?? page.id, ref.space, context)
      const label = anchorLabel(ref.page ?? page.id, ref.anchor)
      const title = ref.page === undefined ? `#${ref.anchor}` : `${target.title}#${ref.anchor}`
      return { ...target, title, label: target.label && context.isPrinted(label) ? label : target.label }
    }
    case 'file':
      return { title: own(book.files, ref.file)?.name ?? 'A file that is not in this space' }
    case 'user':
      return { title: own(book.users, ref.user) ?? 'Somebody' }
    case 'space':
      return { title: 'Another space', url: safe(`${book.app}/spaces/${ref.space}`) }
    case 'tag':
      return { title: own(book.tags, ref.tag) ?? ref.tag }
    case 'openapi':
      return { title: ref.spec }
    case 'collection':
      return { title: 'A collection', url: safe(`${book.app}/collections/${ref.collection}`) }
    case 'reusable-content':
      return { title: 'Content that is not in this space' }
  }
}

const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

// What another space is called, or its pages, is not for everybody who may read this one.
function pageTarget(id: string, space: string | undefined, { book, isPrinted }: Context): Target {
  const url = safe(`${book.app}/spaces/${space ?? book.space}/pages/${id}`)
  if (space !== undefined && space !== book.space) return { title: 'A page of another space', url }
  const title = own(book.pages, id)
  if (title === undefined) return { title: 'A page that is not in this space' }
  return { title, url, label: isPrinted(pageLabel(id)) ? pageLabel(id) : undefined }
}

/** Readers of PDF open whatever a link says: only what leads to a page or a person. */
export function safe(url: string): string | undefined {
  return /^(https?:\/\/|mailto:|tel:)[^\s\p{Cc}]+$/iu.test(url) ? url : undefined
}

/** `body` as a link. Where it leads is printed too, in a note, unless the text or an earlier note says so already. */
export function linked(ref: unknown, body: Code, { text, context }: { text: string; context: Context }): Code {
  const { label, url } = targetOf(ref, context)
  if (label !== undefined) return call('jump', [str(label), body])
  if (url === undefined) return body
  const shown = url.replace(/^(https?:\/\/|mailto:|tel:)/i, '')
  const isSaid = text.includes(shown.replace(/\/$/, '')) || context.inNote || !context.cite(url)
  return isSaid ? call('away', [str(url), body]) : call('cited', [str(url), body, str(breakable(shown))])
}

export const titled = (ref: unknown, context: Context): Code => {
  const { title } = targetOf(ref, context)
  return linked(ref, plain(title.includes('://') ? breakable(title) : title), { text: title, context })
}
