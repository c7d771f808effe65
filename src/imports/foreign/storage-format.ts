// The markup that Confluence stores: HTML with elements of its own for macros, links and pictures.
import type { Element, ElementContent, Root } from 'hast'
import { element, isElement, lineOf, type Parent } from '../html/elements.ts'

const HINTS: Record<string, string> = {
  info: 'information',
  note: 'note',
  warning: 'warning',
  tip: 'tip',
  panel: 'information',
}
/** Macros that list other pages, or do nothing in a text. */
const WITHOUT_TEXT = new Set([
  'toc',
  'toc-zone',
  'children',
  'pagetree',
  'anchor',
  'recently-updated',
  'contentbylabel',
])

const PAGE_LINK = 'page:'
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface Prepared {
  html: string
  prepare(tree: Root): void
}

/** `left` gets the names of macros that are not known here. */
export function fromStorageFormat(source: string, page: string, left: Set<string>): Prepared {
  const html = source
    .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_whole, text) => escaped(text))
    .replaceAll(/<((?:ac|ri):[\w-]+)((?:\s[^<>]*?)?)\s*\/>/g, '<$1$2></$1>')
  const change = (parent: Parent): void => {
    parent.children = (parent.children as ElementContent[]).flatMap((child) => {
      if (!isElement(child)) return [child]
      change(child)
      return plain(child, page, left)
    }) as never
  }
  return { html: `<html><body>${html}</body></html>`, prepare: change }
}

const given = ({ properties }: Element, name: string): string => String(properties[name] ?? '')

const childrenNamed = (node: Element, name: string): Element[] =>
  (node.children as ElementContent[]).filter((child): child is Element => isElement(child) && child.tagName === name)

const inside = (node: Element, name: string): ElementContent[] => childrenNamed(node, name)[0]?.children ?? []

const text = (value: string): ElementContent => ({ type: 'text', value })

function plain(node: Element, page: string, left: Set<string>): ElementContent[] {
  switch (node.tagName) {
    case 'ac:structured-macro':
    case 'ac:macro':
      return macro(node, left)
    case 'ac:image':
      return image(node, page)
    case 'ac:link':
      return [link(node, page)]
    case 'ac:task-list':
      return [element('ul', {}, childrenNamed(node, 'ac:task').map(task))]
    case 'ac:emoticon':
      return [text(given(node, 'ac:emoji-fallback'))]
    case 'ac:layout':
    case 'ac:layout-section':
    case 'ac:layout-cell':
    case 'ac:placeholder':
      return node.children
    default:
      return [node]
  }
}

function macro(node: Element, left: Set<string>): ElementContent[] {
  const name = given(node, 'ac:name')
  const parameter = (wanted: string): string => {
    const found = childrenNamed(node, 'ac:parameter').find((each) => given(each, 'ac:name') === wanted)
    return found ? lineOf(found) : ''
  }
  const body = inside(node, 'ac:rich-text-body')
  const kind = HINTS[name]
  const title = parameter('title')
  if (kind !== undefined) {
    const heading = title === '' ? [] : [element('div', { className: ['title'] }, [text(title)])]
    return [
      element('div', { className: ['confluence-information-macro', `confluence-information-macro-${kind}`] }, [
        ...heading,
        ...body,
      ]),
    ]
  }
  if (name === 'code' || name === 'noformat') {
    const language = parameter('language')
    const code = inside(node, 'ac:plain-text-body')
    return [element('pre', language === '' ? {} : { dataLang: language }, [element('code', {}, code)])]
  }
  if (name === 'expand') return [element('details', {}, [element('summary', {}, [text(title || 'Details')]), ...body])]
  if (name === 'status') return [element('strong', {}, [text(title)])]
  if (!WITHOUT_TEXT.has(name)) left.add(name)
  return WITHOUT_TEXT.has(name) ? [] : [...body, ...inside(node, 'ac:plain-text-body')]
}

const attachmentAt = (node: Element, page: string): string | undefined => {
  const [file] = childrenNamed(node, 'ri:attachment')
  return file && `attachment:${page}/${encodeURIComponent(given(file, 'ri:filename'))}`
}

function image(node: Element, page: string): ElementContent[] {
  const [url] = childrenNamed(node, 'ri:url')
  const src = attachmentAt(node, page) ?? (url && given(url, 'ri:value'))
  return src ? [element('p', {}, [element('img', { src, alt: given(node, 'ac:alt') }, [])])] : []
}

function link(node: Element, page: string): Element {
  const [target] = childrenNamed(node, 'ri:page')
  const title = target ? given(target, 'ri:content-title') : ''
  const anchor = given(node, 'ac:anchor')
  const to = attachmentAt(node, page) ?? (title === '' ? '' : PAGE_LINK + encodeURIComponent(title))
  const body = [...inside(node, 'ac:plain-text-link-body'), ...inside(node, 'ac:link-body')]
  const href = to + (anchor === '' ? '' : `#${anchor}`)
  return element(
    href === '' ? 'span' : 'a',
    href === '' ? {} : { href },
    body.length > 0 ? body : [text(title || 'link')],
  )
}

function task(node: Element): Element {
  const isDone = childrenNamed(node, 'ac:task-status').some((each) => lineOf(each) === 'complete')
  const box = element('input', { type: 'checkbox', ...(isDone && { checked: true }) }, [])
  return element('li', {}, [box, text(' '), ...inside(node, 'ac:task-body')])
}
