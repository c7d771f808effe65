// Searches the pages of an export: exact titles first, then titles, sections and texts that have every word.
import { sign } from '../../render/html/signs.ts'
import { attributes, type Html, html, join } from '../../render/html/template.ts'
import { linkUrl } from '../../render/html/url.ts'
import type { IndexedPage, SearchIndex } from '../../sites/export/search-contract.ts'

interface Asked {
  query: string
  /** The folder of the space that is read. */
  folder: string
  isHere: boolean
}

const MAX_FOUND = 8
const MAX_SECTIONS = 3
const [BEFORE, LENGTH] = [60, 200]

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

/** 0 if it does not match. */
function score({ title, about, above, sections }: IndexedPage, query: string, words: readonly string[]): number {
  const name = fold(title)
  if (name === query) return 100
  if (name.startsWith(query)) return 50
  if (hasAll(name, words)) return 30
  if (sections.some(([, heading]) => hasAll(fold(heading), words))) return 20
  if (hasAll(fold(`${title} ${about}`), words)) return 15
  const all = fold([title, about, ...above, ...sections.flatMap(([, heading, text]) => [heading, text])].join('\n'))
  return hasAll(all, words) ? 10 : 0
}

/** The options of the search dialog. `up` is the way from the page to the root of the site. */
export function findPages({ spaces, pages }: SearchIndex, { query, folder, isHere }: Asked, up: string): string {
  const wanted = fold(query).trim()
  const words = wanted.split(/\s+/).filter(Boolean)
  const here = spaces.findIndex((space) => space.folder === folder)
  const hasScopes = spaces.length > 1
  const found = pages
    .filter(({ space }) => !isHere || space === here)
    .map((page) => ({ page, rank: score(page, wanted, words) + (page.space === here ? 0.5 : 0) }))
    .filter(({ rank }) => rank >= 1)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, MAX_FOUND)
  let at = 0
  const option = (file: string, anchor: string, kind: string, title: string, where: string[], text: string): Html => {
    const href = `${up}${file.split('/').map(encodeURIComponent).join('/')}${anchor && `#${encodeURIComponent(anchor)}`}`
    const own = { role: 'option', id: `found-${at++}`, 'aria-selected': 'false', tabindex: -1, class: kind }
    const place = where.length > 0 ? html`<span class="where">${where.join(' / ')}</span>` : undefined
    const excerpt = text === '' ? undefined : html`<span class="text">${mark(cut(text, words), words)}</span>`
    return html`<a${attributes({ ...own, href: linkUrl(href) })}>${sign(kind === 'page' ? 'page' : 'hash')}<span class="title">${mark(title, words)}</span>${place}${excerpt}</a>`
  }
  const options = found.map(({ page }) => {
    const { file, title, above, about, sections, space } = page
    const first = sections.find(([anchor]) => anchor === '')?.[2] ?? about
    const matching = sections.filter(
      ([anchor, heading, text]) => anchor !== '' && hasAll(fold(`${heading}\n${text}`), words),
    )
    const where = [...(hasScopes ? [spaces[space]!.title] : []), ...above]
    return join([
      option(file, '', 'page', title, where, first),
      ...matching
        .slice(0, MAX_SECTIONS)
        .map(([anchor, heading, text]) => option(file, anchor, 'section', heading, [], text)),
    ])
  })
  return html`<div data-count="${spaces[Math.max(here, 0)]?.counts[found.length] ?? ''}">${options}</div>`.text
}

/** The text around its first match. */
function cut(text: string, words: readonly string[]): string {
  const folded = fold(text)
  // Folding may change the length; then the place is close enough.
  const first = Math.max(
    0,
    Math.min(...words.map((word) => folded.indexOf(word)).filter((found) => found >= 0), text.length),
  )
  const start = first === text.length || first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1
  const shown = text.slice(start, start + LENGTH).toWellFormed()
  return `${start > 0 ? '… ' : ''}${shown}${start + LENGTH < text.length ? ' …' : ''}`
}

function mark(text: string, words: readonly string[]): Html {
  const pattern = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')
  const pieces = text.split(new RegExp(`(${pattern})`, 'giu'))
  return join(pieces.map((piece, at) => (at % 2 === 1 ? html`<mark>${piece}</mark>` : html`${piece}`)))
}
