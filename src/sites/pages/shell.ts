// The whole HTML of a page: head, header, page tree, main part, footer.

import { attributes, type Html, html, linkUrl, styleElement } from '../../render/html/index.ts'
import { STATIC } from '../../server/static-files.ts'
import type { Look } from '../look/look.ts'
import type { Frame } from '../model/frame.ts'
import { drawAnnouncement } from './announcement.ts'
import { drawFavicon } from './favicon.ts'
import { drawFooter } from './footer.ts'
import { drawHeader } from './header/header.ts'
import { drawPreviewBar } from './preview-bar.ts'
import { drawSearchDialog } from './search-dialog.ts'
import { drawStatus } from './status.ts'
import { drawTree } from './tree.ts'

export interface Shell {
  frame: Frame
  look: Look
  /** The title of the tab, without the name of the site. */
  title: string
  direction: 'ltr' | 'rtl'
  /** More of the head. */
  head?: Html | undefined
  /** Above the columns. */
  banner?: Html | undefined
  main: Html
  /** Whether the text may take all the room. */
  isWide?: boolean
  /** Whether the text stands beside code. */
  showsApi?: boolean
  outline?: Html | undefined
  showsTree: boolean
}

export function drawShell(shell: Shell): Html {
  const { frame, look, title, direction, head, banner, main, outline, showsTree, isWide, showsApi } = shell
  const { words } = frame
  const hasTree = showsTree && frame.tree.length > 0
  const tree = hasTree ? drawTree(frame) : undefined
  const columns = attributes({ class: ['wrap columns', !hasTree && 'no-side', outline === undefined && 'no-outline'] })
  const sheets = look.sheets.map(
    (name) => html`<link rel="stylesheet" href="${linkUrl(`${frame.home}${STATIC}/${name}`)}">\n`,
  )
  const root = attributes({ lang: frame.language, dir: direction, class: look.classes, 'data-theme': look.theme })
  const article = attributes({
    class: ['article', isWide && 'width-wide', showsApi && 'with-api'],
    id: 'lectern-content',
    tabindex: '-1',
  })
  const scripts = look.scripts.map(
    (name) => html`<script defer src="${linkUrl(`${frame.home}${STATIC}/${name}`)}"></script>\n`,
  )
  return html`<!doctype html>
<html${root}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${look.theme ?? 'light dark'}">
<title>${title === frame.title ? title : `${title} · ${frame.title}`}</title>
${drawFavicon(frame)}${sheets}${look.css === '' ? undefined : html`${styleElement(look.css)}\n`}${scripts}${head}</head>
<body>
<a class="skip" href="${linkUrl('#lectern-content')}">${words.skip}</a>
${drawPreviewBar(frame)}${drawAnnouncement(frame, look)}${drawHeader(frame, look, hasTree)}${banner}
<div${columns}>
${tree}<main${article}>
${main}
</main>
${outline}</div>
${drawFooter(frame)}${drawSearchDialog(frame)}${drawStatus(frame)}</body>
</html>
`
}
