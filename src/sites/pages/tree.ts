// The tree of pages. On narrow screens it is a drawer: a popover, which needs no script. A branch that is closed is opened
// in place by a script; without one, its link leads to the page where it is open. So are the pages of a long level that are
// not listed.
import { emojiText } from '../../render/emoji.ts'
import { attributes, drawIcon, type Html, html, type Icon, linkUrl, NOTHING, sign } from '../../render/html/index.ts'
import type { Frame, TreeLink } from '../model/frame.ts'
import type { Rest } from '../model/page-tree.ts'
import type { SiteWords } from '../words.ts'
import { drawLinksInDrawer } from './header/links.ts'

export const drawItems = (items: readonly TreeLink[], words: SiteWords): Html =>
  html`<ul>${items.map((item) => drawItem(item, words))}</ul>`

function drawItem(item: TreeLink, words: SiteWords): Html {
  const { title, kind, href, isCurrent, isClosed, items } = item
  const below = items.length > 0 ? drawItems(items, words) : undefined
  const url = href === undefined ? undefined : linkUrl(href)
  if (kind === 'group' || url === undefined)
    return html`<li><p class="group">${drawMark(item)}${title}</p>${below}</li>`
  if (item.rest)
    return html`<li><a class="rest"${attributes({ href: url, 'data-part': partOf(item.rest) })}>${title}</a></li>`
  const own = attributes({ href: url, 'aria-current': isCurrent ? 'page' : undefined })
  const after = kind === 'link' ? sign('away') : drawMethod(item)
  const link = html`<a${own}>${drawMark(item)}${title}${after}</a>`
  return isClosed || below
    ? html`<li><div class="row">${link}${drawToggle(item, words)}</div>${below}</li>`
    : html`<li>${link}</li>`
}

/** What the script asks for, to list the pages in place. */
const partOf = ({ parent, ...part }: Rest): string =>
  `page=${encodeURIComponent(parent)}&${'from' in part ? `from=${part.from}` : `to=${part.to}`}`

const drawMethod = ({ method }: TreeLink): Html | undefined =>
  method === undefined ? undefined : html`<span class="method ${method}">${method.toUpperCase()}</span>`

function drawToggle({ id, title, isClosed }: TreeLink, words: SiteWords): Html {
  const own = attributes({
    'data-page': id,
    'aria-expanded': isClosed ? 'false' : 'true',
    'aria-label': words.below(title),
  })
  return html`<button type="button" class="toggle"${own}>${sign('right')}</button>`
}

export const drawTree = (frame: Frame): Html =>
  html`<nav class="side" id="lectern-pages" aria-label="${frame.words.pages}" popover><lectern-tree data-branches="${frame.branches}">${drawItems(frame.tree, frame.words)}</lectern-tree>${drawLinksInDrawer(frame)}</nav>`

export interface Mark {
  emoji?: string | undefined
  icon?: Icon | undefined
}

/** The emoji or the icon before a title. */
export function drawMark({ emoji, icon }: Mark): Html {
  if (emoji) return html`<span class="emoji">${emojiText(emoji)}</span> `
  return icon ? html`${drawIcon(icon)} ` : NOTHING
}
