// A page of a site.
import { anchorUrl, attributes, type Html, html, linkUrl, sign } from '../../render/html/index.ts'
import type { Look } from '../look/look.ts'
import type { Link } from '../model/frame.ts'
import type { OutlineItem } from '../model/outline.ts'
import type { PageModel } from '../model/page.ts'
import { drawActions } from './actions.ts'
import { drawCover } from './cover.ts'
import { drawFeedback } from './feedback.ts'
import { drawMeta } from './meta.ts'
import { drawShell } from './shell.ts'
import { drawMark } from './tree.ts'

export function drawPage(model: PageModel, look: Look): Html {
  const { page, layout, direction } = model
  const cover = drawCover(model)
  const isAcross = layout.coverSize === 'full'
  const main = html`${isAcross ? undefined : cover}${drawCrumbs(model)}<article class="prose">
${drawHead(model)}${model.body}
</article>
${drawFeedback(model)}${drawPager(model)}`
  return drawShell({
    frame: model,
    look,
    title: page.title,
    direction,
    head: drawMeta(model),
    banner: isAcross ? cover : undefined,
    isWide: layout.width === 'wide',
    showsApi: model.showsApi,
    main,
    outline: model.outline.length > 0 ? drawOutline(model) : undefined,
    showsTree: layout.tableOfContents,
  })
}

function drawCrumbs({ crumbs, words }: PageModel): Html | undefined {
  if (crumbs.length === 0) return undefined
  const items = crumbs.map(({ title, href }) => {
    const url = href === undefined ? undefined : linkUrl(href)
    return html`<li>${url ? html`<a href="${url}">${title}</a>` : title}</li>`
  })
  return html`<nav class="crumbs" aria-label="${words.breadcrumbs}"><ol>${items}</ol></nav>\n`
}

function drawHead(model: PageModel): Html {
  const { page, layout, words } = model
  const title = html`<h1${attributes({ class: [!layout.title && 'sr'] })}>${drawMark(page)}${page.title}</h1>`
  const lead = layout.description && page.description ? html`<p class="lead">${page.description}</p>` : undefined
  const updated =
    layout.metadata && page.updatedAt && html`<span>${words.updated(words.blocks.date(page.updatedAt))}</span>`
  const actions = drawActions(model)
  const facts = updated || actions ? html`<div class="facts">${updated || undefined}${actions}</div>` : undefined
  return html`<header class="head">${title}${lead}${facts}</header>\n`
}

function drawPager({ previous, next, words }: PageModel): Html | undefined {
  if (!previous && !next) return undefined
  const before = previous && pagerLink(previous, 'previous', html`${sign('back')}${words.previous}`)
  const after = next && pagerLink(next, 'next', html`${words.next}${sign('next')}`)
  return html`<nav class="pager" aria-label="${words.neighbours}">${before}${after}</nav>`
}

const pagerLink = ({ title, href }: Link, rel: string, label: Html): Html =>
  html`<a${attributes({ class: rel, href: linkUrl(href), rel: rel === 'next' ? 'next' : 'prev' })}><span>${label}</span>${title}</a>`

const drawOutlineItems = (items: readonly OutlineItem[]): Html[] =>
  items.map(({ title, anchor, items: below }) => {
    const inner = below.length > 0 ? html`<ul>${drawOutlineItems(below)}</ul>` : undefined
    return html`<li><a href="${anchorUrl(anchor)}">${title}</a>${inner}</li>`
  })

const drawOutline = ({ outline, words }: PageModel): Html =>
  html`<aside class="outline" aria-label="${words.onThisPage}"><h2>${words.onThisPage}</h2><lectern-outline><ul>${drawOutlineItems(outline)}</ul></lectern-outline></aside>`
