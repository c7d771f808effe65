// Word and Google Docs say with styles what other pages say with elements. The policy of the page keeps browsers from
// reading styles, so they are read here, as text.

const STYLE = 'data-pasted-style'

export function tidyHtml(html: string): string {
  if (!/\sstyle\s*=|<style/i.test(html)) return html
  const bare = html.replace(/<style\b[\s\S]*?<\/style>/gi, '')
  const holder = document.createElement('template')
  holder.innerHTML = bare.replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle(\s*=)/gi, ` ${STYLE}$1`))
  const styled = [...holder.content.querySelectorAll(`[${STYLE}]`)].map((element) => ({
    element,
    styles: stylesOf(element),
  }))
  for (const each of styled) if (each.styles.get('mso-list') === 'ignore') takeSign(each.element)
  for (const { element, styles } of styled) restyle(element, styles)
  for (const item of holder.content.querySelectorAll<HTMLElement>('[data-level]')) putIntoList(item)
  return holder.innerHTML
}

type Styles = ReadonlyMap<string, string>

function stylesOf(element: Element): Styles {
  const rules = (element.getAttribute(STYLE) ?? '').toLowerCase().split(';')
  element.removeAttribute(STYLE)
  return new Map(
    rules.map((rule) => {
      const at = rule.indexOf(':')
      return [rule.slice(0, at).trim(), rule.slice(at + 1).trim()]
    }),
  )
}

const BOLD = /^(bold|bolder|[6-9]00)$/
const LIGHT = /^(normal|lighter|[1-4]00)$/

function restyle(element: Element, styles: Styles): void {
  const weight = styles.get('font-weight') ?? ''
  // Google Docs puts everything into an element for bold text, which it says is not bold.
  if (element.matches('b, strong') && LIGHT.test(weight)) {
    element.replaceWith(...element.childNodes)
    return
  }
  const level = /\blevel(\d)/.exec(styles.get('mso-list') ?? '')?.[1]
  if (level) element.setAttribute('data-level', level)
  if (!element.matches('span, font, a')) return
  if (BOLD.test(weight) && !element.closest('h1, h2, h3, h4, h5, h6, b, strong')) wrapInside(element, 'strong')
  if (/italic|oblique/.test(styles.get('font-style') ?? '')) wrapInside(element, 'em')
  if (/line-through/.test(styles.get('text-decoration') ?? '')) wrapInside(element, 's')
}

function wrapInside(element: Element, tag: string): void {
  const wrapper = document.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** The bullet or the number that Word writes before an item. */
function takeSign(sign: Element): void {
  const isNumber = /^\s*\(?[\da-z]{1,4}[.)]/i.test(sign.textContent ?? '')
  sign.closest('p, h1, h2, h3, h4, h5, h6')?.setAttribute('data-list', isNumber ? 'ol' : 'ul')
  sign.remove()
}

const isList = (node: Element | null): node is HTMLElement => node !== null && /^(UL|OL)$/.test(node.tagName)

/** The items of Word are paragraphs: one becomes an item of the list before it, as deep as it says. */
function putIntoList(paragraph: HTMLElement): void {
  const tag = paragraph.dataset.list === 'ol' ? 'ol' : 'ul'
  const before = paragraph.previousElementSibling
  let list = isList(before) ? before : document.createElement(tag)
  if (list !== before) paragraph.before(list)
  for (let level = Number(paragraph.dataset.level); level > 1 && list.lastElementChild; level--) {
    const inner: Element | null = list.lastElementChild.lastElementChild
    const next: HTMLElement = isList(inner) ? inner : document.createElement(tag)
    if (next !== inner) list.lastElementChild.append(next)
    list = next
  }
  const item = document.createElement('li')
  const text = document.createElement('p')
  text.append(...paragraph.childNodes)
  item.append(text)
  list.append(item)
  paragraph.remove()
}
