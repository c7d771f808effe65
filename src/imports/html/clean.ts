// Removes site chrome from a page, and normalizes generator markup to plain HTML: code with line numbers, lazy-loaded
// pictures, heading anchors.
import type { Element, ElementContent, Text } from 'hast'
import { attributeOf, classesOf, element, isElement, isNamed, lineOf, type Parent, walk } from './elements.ts'

const DROPPED = new Set(
  'script style template noscript nav form button select textarea dialog svg canvas object link meta footer'.split(' '),
)
const AROUND =
  /^(breadcrumbs?(-section|__.*)?|toc|table-of-contents|theme-doc-(toc|footer|breadcrumbs).*|pagination(-.*)?|pager|prev-next|edit-this-page|feedback|sidebar|skip-link|headerlink|hash-link|header-anchor|anchor-link|anchorjs-link|copy(-?btn|-?button)?|linenos|lineno|gutter|page-metadata|pageSection-footer|visually-hidden|sr-only)$/i
const BESIDE_HEADING = /^[¶#§🔗⚓\s]*$/u

export function clean(parent: Parent): void {
  parent.children = (parent.children as ElementContent[]).flatMap((child) =>
    isElement(child) ? cleaned(child) : [child],
  ) as never
}

function cleaned(node: Element): ElementContent[] {
  if (isAround(node)) return []
  if (isNamed(node, 'pre')) return [plainCode(node, languageOf(node))]
  const table = isNamed(node, 'table') ? codeIn(node) : undefined
  if (table) return [table]
  if (/^h[1-6]$/.test(node.tagName)) node.children = node.children.filter((child) => !isBesideHeading(child))
  if (isNamed(node, 'img')) return isSeen(node) ? [loaded(node)] : []
  passLanguage(node)
  clean(node)
  return [node]
}

function isAround(node: Element): boolean {
  if (DROPPED.has(node.tagName) || attributeOf(node, 'role') === 'navigation') return true
  const isHidden = node.properties.hidden === true && attributeOf(node, 'role') !== 'tabpanel'
  return isHidden || node.properties.ariaHidden === 'true' || classesOf(node).some((name) => AROUND.test(name))
}

const isBesideHeading = (node: ElementContent) =>
  isElement(node) &&
  node.tagName === 'a' &&
  BESIDE_HEADING.test(lineOf(node)) &&
  (attributeOf(node, 'href') ?? '#').includes('#')

const LANGUAGE = /^(?:language|lang|highlight-source|highlight|brush:?|sourceCode)-?([\w#+.-]+)$/

function languageOf(node: Element): string | undefined {
  for (const each of [node, ...walk(node)]) {
    const named = attributeOf(each, 'dataLang') ?? attributeOf(each, 'dataLanguage')
    const found =
      named ??
      classesOf(each)
        .map((name) => LANGUAGE.exec(name)?.[1])
        .find(Boolean)
    if (found && !['text', 'plaintext', 'none', 'default'].includes(found)) return found
  }
  return undefined
}

// `<div class="highlight-python"><pre>`: the language is on the parent of the code.
function passLanguage(node: Element): void {
  const language = classesOf(node)
    .map((name) => LANGUAGE.exec(name)?.[1])
    .find(Boolean)
  if (!language || !isNamed(node, 'div', 'figure')) return
  for (const each of walk(node)) if (isNamed(each, 'pre') && !languageOf(each)) each.properties.dataLang = language
}

function plainCode(node: Element, language: string | undefined): Element {
  const text: Text = { type: 'text', value: codeText(node).replace(/\n$/, '') }
  const properties = language ? { className: [`language-${language}`] } : {}
  return element('pre', {}, [element('code', properties, [text])])
}

const isLine = (node: Element) => isNamed(node, 'div') || classesOf(node).some((name) => /^(view-)?line$/.test(name))

function codeText(parent: Parent): string {
  let text = ''
  for (const child of parent.children) {
    if (child.type === 'text') text += child.value
    else if (isNamed(child, 'br')) text += '\n'
    else if (isElement(child) && !isAround(child)) {
      if (isLine(child) && text !== '' && !text.endsWith('\n')) text += '\n'
      text += codeText(child)
    }
  }
  return text
}

/** The code of a table that only has code and line numbers. */
function codeIn(table: Element): Element | undefined {
  const cells = walk(table).filter((each) => isNamed(each, 'td', 'th'))
  const isNumbers = (cell: Element) =>
    /^[\d\s]+$/.test(lineOf(cell)) || classesOf(cell).some((name) => AROUND.test(name))
  if (cells.length !== 2 || !isNumbers(cells[0]!)) return undefined
  const pre = walk(cells[1]!).find((each) => isNamed(each, 'pre'))
  return pre && plainCode(pre, languageOf(pre) ?? languageOf(table))
}

const isSeen = (image: Element) => !(attributeOf(image, 'width') === '1' && attributeOf(image, 'height') === '1')

function loaded(image: Element): Element {
  const { src, dataSrc, srcSet, dataSrcset } = image.properties
  const first = [srcSet, dataSrcset].flat().find((each) => typeof each === 'string')
  const isPlaceholder = src === undefined || (String(src).startsWith('data:') && (dataSrc ?? first) !== undefined)
  const source = isPlaceholder ? (dataSrc ?? first?.split(/[\s,]/)[0] ?? src) : src
  return { ...image, properties: { ...image.properties, src: source as string } }
}
