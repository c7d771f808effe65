// The page for an address without a page: the closest ones, and the first.
import { type Html, html, linkUrl } from '../../render/html/index.ts'
import type { Look } from '../look/look.ts'
import type { Frame, Link } from '../model/frame.ts'
import { directionOf } from '../words.ts'
import { drawShell } from './shell.ts'

export function drawMissing(frame: Frame, closest: readonly Link[], look: Look): Html {
  const { words } = frame
  const links = closest.map(({ title, href }) => html`<li><a href="${linkUrl(href)}">${title}</a></li>`)
  const found = links.length > 0 ? html`<h2>${words.closest}</h2><ul class="list">${links}</ul>` : undefined
  const main = html`<article class="prose" dir="auto"><header class="head"><h1>${words.missingTitle}</h1><p class="lead">${words.missingText}</p></header>${found}<p><a class="btn l" href="${linkUrl(frame.home)}">${words.startPage}</a></p></article>`
  const head = html`<meta name="robots" content="noindex">\n`
  return drawShell({
    frame,
    look,
    title: words.missingTitle,
    direction: directionOf(frame.language),
    head,
    main,
    showsTree: true,
  })
}
