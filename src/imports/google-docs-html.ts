// Normalizes the HTML of Google Docs, which expresses bold text and list levels with classes.
import type { Element, Root } from 'hast'
import { toString as textIn } from 'hast-util-to-string'
import { attributeOf, classesOf, element, elementsIn, isNamed, type Parent, walk } from './html/elements.ts'

export function fromGoogleDocs(tree: Root): void {
  const marks = marksIn(tree)
  nestLists(tree)
  for (const each of walk(tree)) {
    if (isNamed(each, 'p') && classesOf(each).includes('title')) each.tagName = 'h1'
    if (isNamed(each, 'a')) unwrapLink(each)
    if (isNamed(each, 'span')) mark(each, marks)
  }
}

/** The classes that make text bold, italic or strikethrough. */
function marksIn(tree: Root): Map<string, string[]> {
  const css = walk(tree)
    .filter((each) => isNamed(each, 'style'))
    .map((each) => textIn(each))
    .join('\n')
  const marks = new Map<string, string[]>()
  for (const [, name, rules] of css.slice(0, 500_000).matchAll(/\.([\w-]+)\s*\{([^}]*)\}/g))
    marks.set(name!, marksOf(rules!))
  return marks
}

const marksOf = (rules: string): string[] => [
  ...(/font-weight:\s*(bold|[6-9]00)/.test(rules) ? ['strong'] : []),
  ...(/font-style:\s*italic/.test(rules) ? ['em'] : []),
  ...(/text-decoration:[^;]*line-through/.test(rules) ? ['del'] : []),
  ...(/font-family:[^;]*(mono|courier|consolas)/i.test(rules) ? ['code'] : []),
]

function mark(span: Element, marks: Map<string, string[]>): void {
  const own = marksOf(attributeOf(span, 'style') ?? '')
  const names = new Set([...own, ...classesOf(span).flatMap((name) => marks.get(name) ?? [])])
  for (const name of names) span.children = [element(name, {}, span.children)]
}

// `https://www.google.com/url?q=https://example.com&sa=…`
function unwrapLink(link: Element): void {
  const href = attributeOf(link, 'href') ?? ''
  const url = URL.canParse(href) ? new URL(href) : undefined
  const target = url?.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null
  if (target) link.properties.href = target
}

const LEVEL = /^lst-kix_\w+-(\d)$/

const levelOf = (list: Element): number =>
  Number(
    classesOf(list)
      .map((name) => LEVEL.exec(name)?.[1])
      .find((level) => level !== undefined) ?? 0,
  )

/** Lists of all levels are siblings; a deeper list belongs to the last item before it. */
function nestLists(parent: Parent): void {
  const open: Element[] = []
  const kept: Parent['children'][number][] = []
  for (const child of parent.children) {
    if (child.type !== 'element' || !isNamed(child, 'ul', 'ol')) {
      if (child.type === 'element') nestLists(child)
      if (child.type !== 'text' || child.value.trim() !== '') open.length = 0
      kept.push(child)
      continue
    }
    while (open.length > 0 && levelOf(open.at(-1)!) > levelOf(child)) open.pop()
    const same = open.at(-1)
    if (same && levelOf(same) === levelOf(child)) {
      if (same.tagName === child.tagName) {
        same.children.push(...child.children)
        continue
      }
      open.pop()
    }
    const last = open.at(-1) && elementsIn(open.at(-1)!).at(-1)
    if (last) last.children.push(child)
    else kept.push(child)
    open.push(child)
  }
  parent.children = kept as never
}
