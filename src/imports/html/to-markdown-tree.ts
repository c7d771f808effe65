// Converts HTML to a Markdown syntax tree, with the blocks of the dialect: hints, details, tabs, embeds, figures with
// captions.
import type { Element, ElementContent, Nodes } from 'hast'
import { defaultHandlers, type State, toMdast } from 'hast-util-to-mdast'
import type { Heading, Html, Image, Paragraph, PhrasingContent, Root, RootContent, Table, TableCell } from 'mdast'
import { toAnchor } from '../../engine/slug.ts'
import { type TagNode, tagNode } from '../../markdown/index.ts'
import { attributeOf, classesOf, find, isElement, isNamed, lineOf, type Parent, walk } from './elements.ts'

export function toMarkdownTree(parent: Parent): Root {
  const root: Nodes = { type: 'root', children: parent.children }
  return toMdast(root, { document: true, handlers }) as Root
}

type Made = RootContent | RootContent[] | undefined
type Handle = (state: State, node: Element) => Made

const tag = (name: string, attributes: Record<string, string> = {}): TagNode => {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${value.replaceAll(/["%{}\n]/g, ' ').trim()}"`,
  )
  return tagNode(`{% ${name}${pairs.join('')} %}`)
}

const html = (value: string): Html => ({ type: 'html', value })
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const heading: Handle = (state, node) => {
  const made = defaultHandlers[node.tagName as 'h1']!(state, node) as Heading
  // The first level is the page title.
  const depth = Math.max(2, made.depth) as Heading['depth']
  const id = attributeOf(node, 'id')
  const needsId = id !== undefined && /^[\w.-]+$/.test(id) && toAnchor(lineOf(node)) !== id
  const anchor: PhrasingContent[] = needsId ? [html(`<a href="#${id}" id="${id}">`), html('</a>')] : []
  return { ...made, depth, children: [...made.children, ...anchor] }
}

const HINTS: [RegExp, string][] = [
  [/danger|error|critical|bug/, 'danger'],
  [/warn|caution|attention/, 'warning'],
  [/tip|success|check|done/, 'success'],
  [/note|info|important|seealso|hint|primary|secondary|abstract|question|example/, 'info'],
]
const HINT =
  /^(admonition|alert|callout|hint|custom-block|markdown-alert|theme-admonition|confluence-information-macro|notecard|starlight-aside|notice)$/

function hintStyle(node: Element): string | undefined {
  const classes = classesOf(node)
  if (!classes.some((name) => HINT.test(name))) return undefined
  const words = classes.filter((name) => !/^(alert|hint|admonition)$/.test(name)).join(' ')
  return HINTS.find(([pattern]) => pattern.test(words))?.[1] ?? 'info'
}

const isHintTitle = (node: ElementContent) =>
  isElement(node) &&
  classesOf(node).some((name) => /(admonition|alert|callout|block|aside)[-_]*(title|heading|label)|^title$/i.test(name))

function hint(state: State, node: Element, style: string): Made {
  const title = node.children.find(isHintTitle)
  const label = title ? lineOf(title as Element) : ''
  const isOwn = label === '' || classesOf(node).some((name) => name.toLowerCase().includes(label.toLowerCase()))
  const heading: Paragraph[] = isOwn
    ? []
    : [{ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value: label }] }] }]
  const rest = { ...node, children: node.children.filter((child) => child !== title) }
  return [tag('hint', { style }), ...heading, ...flow(state, rest), tag('endhint')]
}

const flow = (state: State, node: Element): RootContent[] => state.toFlow(state.all(node))

const block: Handle = (state, node) => {
  const style = hintStyle(node)
  if (style) return hint(state, node, style)
  return tabs(state, node) ?? flow(state, node)
}

/** Tabs, by their ARIA roles. */
function tabs(state: State, node: Element): Made {
  const list = node.children.find((child) => isElement(child) && hasRole(child, 'tablist')) as Element | undefined
  if (!list) return undefined
  const titles = walk(list)
    .filter((each) => hasRole(each, 'tab'))
    .map(lineOf)
  const panels = walk(node).filter((each) => hasRole(each, 'tabpanel'))
  if (titles.length === 0 || titles.length !== panels.length) return undefined
  const parts = panels.flatMap((panel, at) => [
    tag('tab', { title: titles[at]! }),
    ...flow(state, panel),
    tag('endtab'),
  ])
  return [tag('tabs'), ...parts, tag('endtabs')]
}

const hasRole = (node: Element, role: string) => attributeOf(node, 'role') === role

const details: Handle = (state, node) => {
  const summary = node.children.find((child) => isNamed(child, 'summary')) as Element | undefined
  const rest = { ...node, children: node.children.filter((child) => child !== summary) }
  const title = html(`<summary>${escaped(summary ? lineOf(summary) : '')}</summary>`)
  return [html(node.properties.open ? '<details open>' : '<details>'), title, ...flow(state, rest), html('</details>')]
}

const figure: Handle = (state, node) => {
  const images = walk(node).filter((each) => isNamed(each, 'img'))
  const caption = find(node, (each) => isNamed(each, 'figcaption'))
  if (images.length !== 1 || walk(node).some((each) => isNamed(each, 'pre', 'table'))) return flow(state, node)
  const image = defaultHandlers.img!(state, images[0]!) as Image
  return { type: 'paragraph', children: [{ ...image, title: caption ? lineOf(caption) : (image.title ?? null) }] }
}

const iframe: Handle = (_state, node) => {
  const src = attributeOf(node, 'src') ?? ''
  return /^(https?:)?\/\//.test(src) ? tag('embed', { url: src.replace(/^\/\//, 'https://') }) : undefined
}

const cell: Handle = (state, node) => {
  const made = defaultHandlers.td!(state, node) as TableCell
  const children = made.children as unknown as RootContent[]
  const [only, ...more] = children
  if (only?.type === 'paragraph' && more.length === 0) return { ...made, children: only.children }
  const isHead = isNamed(node, 'th')
  if (isHead && children.some(({ type }) => type === 'paragraph' || type === 'list'))
    return { ...made, children: [{ type: 'text', value: lineOf(node) }] }
  return children.some(isFlow) ? { ...made, children: state.toFlow(children) as unknown as PhrasingContent[] } : made
}

const isFlow = ({ type }: RootContent) => ['paragraph', 'list', 'code', 'blockquote', 'heading', 'tag'].includes(type)

const table: Handle = (state, node) => {
  const made = defaultHandlers.table!(state, node) as Table
  if (made.type !== 'table') return made
  const isHeadless = made.children[0]?.children.every(({ children }) => children.length === 0)
  return isHeadless ? { ...made, data: { hideHeader: true } as Table['data'] } : made
}

const UNSAFE = /^\s*(javascript|data|vbscript|file):/i

const link: Handle = (state, node) => {
  const href = attributeOf(node, 'href')
  return href === undefined || UNSAFE.test(href) ? (state.all(node) as Made) : (defaultHandlers.a!(state, node) as Made)
}

const handlers = {
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
  ...Object.fromEntries(['div', 'section', 'aside', 'article'].map((name) => [name, block])),
  details,
  figure,
  iframe,
  td: cell,
  th: cell,
  table,
  a: link,
} as typeof defaultHandlers
