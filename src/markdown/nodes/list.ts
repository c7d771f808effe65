// Lists: bulleted, numbered, and task lists. An item is tight unless it has more than a paragraph and nested lists.

import type { List, ListItem, RootContent } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { customBlocks } from '../html/elements.ts'
import { type HtmlElement, htmlTree, isElement, withoutBlank } from '../html/tree.ts'
import { block, type InlineNode, nonEmpty, paragraph } from '../model.ts'
import type { NodeFormat, ReadContext, WriteContext } from './contract.ts'
import { isEmptyBody } from './tags.ts'

function readItem(item: ListItem, context: ReadContext): Block {
  const checked = item.checked ?? undefined
  if (checked === undefined) return block('list-item', {}, nonEmpty(context.blocks(item.children)))
  return block('list-item', { checked }, nonEmpty(readTask(item.children, context)))
}

// A checkbox needs a line of text, even if the text is only an image.
function readTask(children: ListItem['children'], context: ReadContext): Block[] {
  const [first, ...rest] = children
  const isImage = first?.type === 'paragraph' && first.children.length === 1 && first.children[0]?.type === 'image'
  return isImage ? [paragraph(context.inlines(first.children)), ...context.blocks(rest)] : context.blocks(children)
}

function read(list: List, context: ReadContext): Block[] {
  const items = list.children.map((item) => readItem(item, context))
  const isTasks = items.some((item) => item.data?.checked !== undefined)
  if (list.ordered) return [block('list-ordered', (list.start ?? 1) === 1 ? {} : { start: list.start }, items)]
  return [block(isTasks ? 'list-tasks' : 'list-unordered', {}, items)]
}

function readHtml(element: HtmlElement, context: ReadContext): Block[] | undefined {
  const items = withoutBlank(element.children).map((child) => readHtmlItem(child, context))
  if (!items.length || items.some((item) => !item)) return undefined
  const start = element.attributes.start === undefined ? undefined : Number(element.attributes.start)
  const isTasks = items.some((item) => item?.data?.checked !== undefined)
  if (element.name === 'ol') return [block('list-ordered', start === undefined ? {} : { start }, items as Block[])]
  return [block(isTasks ? 'list-tasks' : 'list-unordered', {}, items as Block[])]
}

function readHtmlItem(child: HtmlElement['children'][number], context: ReadContext): Block | undefined {
  if (!isElement(child, 'li')) return undefined
  const [first, ...rest] = child.children
  const isTask = isElement(first, 'input') && first.attributes.type === 'checkbox'
  const nodes = context.htmlBlocks(isTask ? rest : child.children)
  return nodes && block('list-item', isTask ? { checked: first.attributes.checked !== undefined } : {}, nonEmpty(nodes))
}

function writeItem(item: Block, context: WriteContext): ListItem {
  const checked = item.data?.checked as boolean | undefined
  const nodes = (item.nodes ?? []) as Block[]
  const children = isEmptyBody(nodes) && checked === undefined ? [] : writeBody(nodes, checked, context)
  const isTight = nodes.every((node, at) =>
    at === 0 ? node.type === 'paragraph' || node.type.startsWith('list-') : node.type.startsWith('list-'),
  )
  return { type: 'listItem', checked: checked ?? null, spread: !isTight, children: withCheckable(children, checked) }
}

// Text after a checkbox is always text.
function writeBody(nodes: Block[], checked: boolean | undefined, context: WriteContext): ListItem['children'] {
  const [first, ...rest] = nodes
  const isText = first?.type === 'paragraph' && first.data?.align === undefined && !isEmptyBody([first])
  if (checked === undefined || !isText) return nodes.flatMap((node) => writeInItem(node, context))
  const children = context.inlines((first.nodes ?? []) as InlineNode[])
  return [{ type: 'paragraph', children }, ...rest.flatMap((node) => writeInItem(node, context))]
}

// Blocks of the dialect are elements in a list item.
function writeInItem(block: Block, context: WriteContext): ListItem['children'] {
  const noted = context.notes.length
  const html = customBlocks.has(block.type) ? context.htmlElements([block]) : undefined
  if (html !== undefined && htmlTree(html)) return [{ type: 'html', value: html }]
  context.notes.length = noted
  return context.blocks([block]) as ListItem['children']
}

// A checkbox needs a paragraph.
function withCheckable(children: ListItem['children'], checked?: boolean): ListItem['children'] {
  const [first, ...rest] = children
  if (checked === undefined || first?.type === 'paragraph') return children
  const isEmpty = first?.type === 'html' && first.value === '<p></p>'
  return [{ type: 'paragraph', children: [{ type: 'html', value: '<p></p>' }] }, ...(isEmpty ? rest : children)]
}

function writeList(list: Block, context: WriteContext): RootContent[] {
  const ordered = list.type === 'list-ordered'
  const children = (list.nodes as Block[]).map((item) => writeItem(item, context))
  return [
    { type: 'list', ordered, start: ordered ? ((list.data?.start as number) ?? 1) : null, spread: false, children },
  ]
}

export const lists: NodeFormat = {
  mdast: { list: read },
  html: { ul: readHtml, ol: readHtml },
  write: {
    'list-unordered': writeList,
    'list-ordered': writeList,
    'list-tasks': writeList,
    'list-item': (item, context) => context.blocks((item.nodes ?? []) as Block[]),
  },
}
