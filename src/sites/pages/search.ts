// Searching a site: a page that works without script, and the list that the dialog shows.
import { attributes, type Html, html, join, linkUrl, sign } from '../../render/html/index.ts'
import type { MarkedText } from '../../resources/search/index.ts'
import type { Look } from '../look/look.ts'
import type { Frame } from '../model/frame.ts'
import type { FoundPage, FoundSection } from '../model/search.ts'
import { MAX_QUERY, type Scope } from '../model/search-scope.ts'
import type { SiteWords } from '../words.ts'
import { directionOf } from '../words.ts'
import { drawScopes } from './search-dialog.ts'
import { drawShell } from './shell.ts'

export interface Searched {
  /** The address of the search. */
  action: string
  query: string
  scope: Scope
  hasScopes: boolean
  pages: readonly FoundPage[]
}

const countOf = ({ length }: readonly FoundPage[], { search }: SiteWords): string =>
  length === 0 ? search.none : search.found(length)

const drawMarked = (pieces: readonly MarkedText[]): Html =>
  join(pieces.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : html`${text}`)))

const drawResult = ({ title, text }: FoundSection, where?: Html): Html =>
  html`<span class="title">${drawMarked(title)}</span>${where}${text.length > 0 ? html`<span class="text">${drawMarked(text)}</span>` : undefined}`

const whereOf = ({ where }: FoundPage): Html | undefined =>
  where.length > 0 ? html`<span class="where">${where.join(' / ')}</span>` : undefined

function drawFound(page: FoundPage): Html {
  const sections = page.sections.map(
    (section) => html`<li><a href="${linkUrl(section.href)}">${drawResult(section)}</a></li>`,
  )
  const below = sections.length > 0 ? html`<ul>${sections}</ul>` : undefined
  return html`<li><a href="${linkUrl(page.href)}">${drawResult(page, whereOf(page))}</a>${below}</li>`
}

export function drawSearchPage(frame: Frame, look: Look, searched: Searched): Html {
  const { words } = frame
  const { action, query, scope, hasScopes, pages } = searched
  const list = pages.length > 0 ? html`<ol class="found">${pages.map(drawFound)}</ol>` : undefined
  const count = query.trim() === '' ? undefined : html`<p class="count" dir="auto">${countOf(pages, words)}</p>`
  const main = html`<div class="search-page"><h1>${words.search.title}</h1>
<form action="${linkUrl(action)}" role="search"><div class="query">${sign('search')}<input type="search" name="q" value="${query}" maxlength="${MAX_QUERY}" aria-label="${words.search.label}" autocomplete="off" autofocus><button class="btn main l">${words.search.title}</button></div>${hasScopes ? drawScopes(scope, words) : undefined}</form>
${count}${list}</div>`
  const title = query.trim() === '' ? words.search.title : `${words.search.title}: ${query}`
  const head = html`<meta name="robots" content="noindex">\n`
  return drawShell({ frame, look, title, direction: directionOf(frame.language), head, main, showsTree: true })
}

const drawOption = (found: FoundSection, at: number, of: FoundPage, where: Html | undefined, kind: string): Html => {
  const own = attributes({
    role: 'option',
    id: `found-${at}`,
    'aria-selected': 'false',
    tabindex: -1,
    class: kind,
    href: linkUrl(found.href),
    'data-space': of.spaceId,
    'data-page': of.pageId,
  })
  return html`<a${own}>${sign(kind === 'page' ? 'page' : 'hash')}${drawResult(found, where)}</a>`
}

/** The options of the dialog: pages, each followed by its sections. */
export function drawOptions(pages: readonly FoundPage[], words: SiteWords): Html {
  let at = 0
  const options = pages.map((page) =>
    join([
      drawOption(page, at++, page, whereOf(page), 'page'),
      ...page.sections.map((section) => drawOption(section, at++, page, undefined, 'section')),
    ]),
  )
  return html`<div data-count="${countOf(pages, words)}">${options}</div>`
}
