// The search dialog, which a script opens, and the link to the search page, which works without one.
import { attributes, type Html, html, linkUrl, sign } from '../../render/html/index.ts'
import type { Frame } from '../model/frame.ts'
import { MAX_QUERY, type Scope } from '../model/search-scope.ts'
import type { SiteWords } from '../words.ts'

const SCOPES = ['here', 'everywhere'] as const

/** Radio buttons: where to search. */
export const drawScopes = (chosen: Scope, words: SiteWords): Html => {
  const choices = SCOPES.map((scope) => {
    const own = attributes({ type: 'radio', name: 'scope', value: scope, checked: scope === chosen })
    return html`<label><input${own}>${words.search[scope]}</label>`
  })
  return html`<fieldset class="scopes"><legend class="sr">${words.search.scope}</legend>${choices}</fieldset>`
}

export const drawSearchLink = ({ search, words }: Frame): Html =>
  html`<a class="find" href="${linkUrl(search.href)}" data-search aria-keyshortcuts="/ Control+K Meta+K">${sign('search')}<span>${words.search.title}</span><kbd>/</kbd></a>`

export function drawSearchDialog({ search, words }: Frame): Html {
  const input = attributes({
    type: 'search',
    name: 'q',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'lectern-found',
    'aria-autocomplete': 'list',
    'aria-label': words.search.label,
    placeholder: words.search.label,
    maxlength: MAX_QUERY,
    autocomplete: 'off',
    spellcheck: 'false',
  })
  return html`<lectern-search data-recent="${words.search.recent}"><dialog class="finder" aria-label="${words.search.title}"><form action="${linkUrl(search.href)}" role="search">
<div class="query">${sign('search')}<input${input}><button type="button" class="esc" data-close><kbd>Esc</kbd><span class="sr">${words.script.close}</span></button></div>
${search.hasScopes ? drawScopes(search.scope, words) : undefined}<div class="list"><div id="lectern-found" role="listbox" aria-label="${words.search.title}" hidden></div></div>
<div class="keys"><span><kbd>↑</kbd> <kbd>↓</kbd> ${words.search.move}</span><span><kbd>↵</kbd> ${words.search.open}</span><span class="count" role="status"></span></div>
</form></dialog></lectern-search>
`
}
