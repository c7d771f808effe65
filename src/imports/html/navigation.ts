// Finds the navigation of a page: the nested lists that link to most of the pages.
import type { Element } from 'hast'
import type { NavItem } from '../model.ts'
import { attributeOf, classesOf, element, elementsIn, find, isNamed, lineOf, type Parent, walk } from './elements.ts'

const LEVELS = 12

/** `wanted` returns the URL of a link to one of the pages, else undefined. */
export function findNavigation(tree: Parent, wanted: (href: string) => URL | undefined): NavItem[] {
  const trees = walk(tree)
    .filter(isNavigation)
    .map((place) => itemsIn(place, wanted, 0))
  return trees.reduce((most, each) => (countLinks(each) > countLinks(most) ? each : most), [])
}

function isNavigation(node: Element): boolean {
  if (isNamed(node, 'nav', 'aside') || attributeOf(node, 'role') === 'navigation') return true
  const names = [...classesOf(node), attributeOf(node, 'id') ?? '']
  return names.some((name) =>
    /^(sidebar|side-?nav|menu|toctree|toctree-wrapper|wy-menu|navigation|nav|pageSection)\b/i.test(name),
  )
}

export const countLinks = (items: readonly NavItem[]): number =>
  items.reduce((count, { url, items }) => count + (url ? 1 : 0) + countLinks(items), 0)

/** Reads the items of all lists below, nested. A title directly before a list becomes its group. */
export function itemsIn(place: Parent, wanted: (href: string) => URL | undefined, level: number): NavItem[] {
  if (level > LEVELS) return []
  const items: NavItem[] = []
  let title = ''
  for (const child of elementsIn(place)) {
    if (isNamed(child, 'ul', 'ol')) {
      const below = elementsIn(child).flatMap((each) => readItem(each, wanted, level))
      if (title && below.length > 0) items.push({ title, items: below })
      else items.push(...below)
      title = ''
    } else if (isTitle(child)) title = lineOf(child)
    else if (isNamed(child, 'a')) items.push(...readItem(element('li', {}, [child]), wanted, level))
    else {
      const below = itemsIn(child, wanted, level + 1)
      if (title && below.length > 0) items.push({ title, items: below })
      else items.push(...below)
      if (below.length > 0) title = ''
    }
  }
  return items
}

const isTitle = (node: Element) =>
  /^h[2-6]$/.test(node.tagName) || (isNamed(node, 'p', 'span', 'strong') && !find(node, (each) => isNamed(each, 'a')))

function readItem(item: Element, wanted: (href: string) => URL | undefined, level: number): NavItem[] {
  const lists = elementsIn(item).flatMap((child) => listsIn(child))
  const label = withoutLists(item)
  const link = find(label, (each) => isNamed(each, 'a') && attributeOf(each, 'href') !== undefined)
  const href = link && attributeOf(link, 'href')
  const url = href === undefined ? undefined : wanted(href)
  const items = lists.flatMap((list) => elementsIn(list).flatMap((each) => readItem(each, wanted, level + 1)))
  const title = lineOf(link ?? label)
  if (url) return [{ title, url, items }]
  return items.length === 0 || level > LEVELS ? [] : title ? [{ title, items }] : items
}

const listsIn = (node: Element): Element[] =>
  isNamed(node, 'ul', 'ol') ? [node] : elementsIn(node).flatMap((child) => listsIn(child))

const withoutLists = (node: Element): Element => ({
  ...node,
  children: node.children
    .filter((child) => !isNamed(child, 'ul', 'ol'))
    .map((child) => (child.type === 'element' ? withoutLists(child) : child)),
})
