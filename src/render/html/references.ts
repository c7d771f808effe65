// Links to what a document refers to.
import { isContentRef } from '../../engine/content-ref.ts'
import type { Context, Target } from './contract.ts'
import { attributes, type Html, html } from './template.ts'
import { anchorUrl, linkUrl, type Url } from './url.ts'

interface Resolved extends Omit<Target, 'href'> {
  url?: Url | undefined
}

/** The title and the address of a reference; a title for every one, an address where the reader can go. */
export function resolve(ref: unknown, context: Context): Resolved {
  if (!isContentRef(ref)) return { title: '' }
  const found = context.target(ref)
  if (found) return { ...found, url: found.href === undefined ? undefined : linkUrl(found.href) }
  switch (ref.kind) {
    case 'url':
      return { title: ref.url, url: linkUrl(ref.url) }
    case 'anchor':
      if (ref.page === undefined) return { title: `#${ref.anchor}`, url: anchorUrl(ref.anchor) }
      return { title: context.words.missingPage }
    case 'page':
      return { title: context.words.missingPage }
    case 'file':
      return { title: context.file(ref.file)?.name ?? context.words.missingFile, url: fileUrl(ref.file, context) }
    case 'tag':
      return { title: ref.tag }
    case 'openapi':
      return { title: ref.spec }
    default:
      return { title: '' }
  }
}

function fileUrl(id: string, context: Context): Url | undefined {
  const file = context.file(id)
  return file && linkUrl(file.href)
}

/** A link around `body`, or the body alone where it leads nowhere. */
export function link(url: Url | undefined, body: Html, context: Context, classes?: string, title?: string): Html {
  if (url === undefined || context.isQuiet)
    return classes === undefined ? body : html`<span class="${classes}">${body}</span>`
  return html`<a${attributes({ href: url, class: classes, title, ...awayAttributes(url, context) })}>${body}</a>`
}

const isAway = (url: Url): boolean => /^https?:/i.test(url.text)

/** Links to other sites tell them nothing about the page, and open where the settings say. */
export const awayAttributes = (url: Url, { opensTabs }: Pick<Context, 'opensTabs'>) =>
  isAway(url) ? { rel: 'noopener', ...(opensTabs && { target: '_blank' }) } : {}

export function titleLink(ref: unknown, context: Context, classes?: string): Html {
  const { title, url } = resolve(ref, context)
  return link(url, html`${title}`, context, classes)
}
