// Finds the main content of a web page: the element that the page marks, else the one with most of its text.
import type { Element, Root } from 'hast'
import { attributeOf, classesOf, elementsIn, find, isNamed, lineOf, type Parent, walk } from './elements.ts'

/** Class names and ids that documentation generators give to the content. */
const CONTENT = new Set(
  'theme-doc-markdown vp-doc markdown-body md-content__inner rst-content td-content wiki-content main-content content-area page-body post-content entry-content article-content sl-markdown-content'.split(
    ' ',
  ),
)

/** `whole`: without a marked element, the whole page is content. */
export function findMain(tree: Root, whole: boolean): Parent {
  const body = find(tree, (element) => isNamed(element, 'body')) ?? tree
  const main = only(body, (element) => isNamed(element, 'main') || attributeOf(element, 'role') === 'main')
  return (
    known(main ?? body) ??
    only(main ?? body, (element) => isNamed(element, 'article')) ??
    main ??
    (whole ? body : densest(body))
  )
}

const known = (parent: Parent) =>
  find(parent, (element) => [...classesOf(element), attributeOf(element, 'id') ?? ''].some((name) => CONTENT.has(name)))

function only(parent: Parent, matches: (element: Element) => boolean): Element | undefined {
  const found = walk(parent).filter(matches)
  return found.length === 1 ? found[0] : undefined
}

const DOMINANT_SHARE = 0.6

// Descends while one child has most of the text outside links.
function densest(parent: Parent): Parent {
  const weights = elementsIn(parent)
    .filter((child) => isNamed(child, 'div', 'section', 'center', 'form'))
    .map((child) => ({ child, weight: weightOf(child) }))
  const heaviest = weights.reduce((most, each) => (each.weight > most.weight ? each : most), {
    child: parent,
    weight: 0,
  })
  return heaviest.child !== parent && heaviest.weight > DOMINANT_SHARE * weightOf(parent)
    ? densest(heaviest.child)
    : parent
}

function weightOf(parent: Parent): number {
  let linked = 0
  for (const each of walk(parent)) if (isNamed(each, 'a', 'script', 'style', 'nav')) linked += lineOf(each).length
  return Math.max(0, lineOf(parent).length - linked)
}
