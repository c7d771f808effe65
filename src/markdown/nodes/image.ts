// Image blocks: `<figure><img><figcaption>`, in a `<div>` if there are several or they are aligned; and drawings.

import type { Image } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { openTag } from '../html/tokens.ts'
import { type HtmlElement, type HtmlNode, isElement, withoutBlank } from '../html/tree.ts'
import { block, caption, data, paragraph, text } from '../model.ts'
import type { ContentRef } from '../options.ts'
import { alignedHtml } from './alignment.ts'
import type { HtmlReader, NodeFormat, ReadContext, WriteContext } from './contract.ts'

const dark = '(prefers-color-scheme: dark)'

const image = (fields: Record<string, unknown>, body: Block[] = []): Block => ({
  object: 'block',
  type: 'image',
  isVoid: true,
  data: data(fields),
  fragments: body.length ? [caption(body)] : [],
})

const images = (nodes: Block[], fields: Record<string, unknown> = {}): Block => ({
  ...block('images', fields, nodes),
  isVoid: false,
})

// `![alt](src "caption")` as the only content of a paragraph.
export function imageBlock(node: Image, context: ReadContext): Block {
  const body = node.title ? [paragraph([text(node.title)])] : []
  return images([image({ ref: context.options.resolveFile(node.url), alt: node.alt || undefined }, body)])
}

const length = (value: string | undefined) => {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(%|[a-z]+)?$/.exec(value ?? '') ?? []
  if (number === undefined) return undefined
  return unit ? { unit, value: Number(number) } : Number(number)
}

const writeLength = (value: unknown) =>
  value && typeof value === 'object'
    ? `${(value as { value: number }).value}${(value as { unit: string }).unit}`
    : (value as number | undefined)

// Reads an `<img>`, or a `<picture>` with a dark source.
export function readPicture(node: HtmlNode | undefined, context: ReadContext): Record<string, unknown> | undefined {
  const parts = isElement(node, 'picture') ? withoutBlank(node.children) : node ? [node] : []
  const img = parts.at(-1)
  const [source] = parts.length === 2 ? parts : []
  if (parts.length > 2 || !isElement(img, 'img') || img.attributes.src === undefined) return undefined
  if (parts.length === 2 && !(isElement(source, 'source') && source.attributes.srcset !== undefined)) return undefined
  const { src, alt, width, height } = img.attributes
  const refDark = isElement(source) ? context.options.resolveFile(source.attributes.srcset ?? '') : undefined
  return data({
    ref: context.options.resolveFile(src ?? ''),
    refDark,
    alt: alt || undefined,
    width: length(width),
    height: length(height),
  })
}

export function writePicture(
  fields: Record<string, unknown>,
  more: Record<string, string | undefined>,
  context: WriteContext,
): string {
  const { ref, refDark, alt, width, height } = fields
  const img = openTag('img', {
    src: context.options.fileTo(ref as ContentRef),
    alt: (alt as string) ?? '',
    width: writeLength(width),
    height: writeLength(height),
    ...more,
  })
  if (!refDark) return img
  return `<picture>${openTag('source', { srcset: context.options.fileTo(refDark as ContentRef), media: dark })}${img}</picture>`
}

function readFigure(figure: HtmlElement, context: ReadContext): Block | undefined {
  const [picture, legend, ...more] = withoutBlank(figure.children)
  const fields = readPicture(picture, context)
  if (!fields || more.length || (legend && !isElement(legend, 'figcaption'))) return undefined
  const body = isElement(legend) && withoutBlank(legend.children).length ? context.htmlBlocks(legend.children) : []
  const tip = titleOf(picture)
  const caption = body && (tip ? [...body, paragraph([text(tip)])] : body)
  return caption?.every((each) => each.type === 'paragraph') ? image(fields, caption) : undefined
}

function readBare(picture: HtmlElement, context: ReadContext): Block | undefined {
  const fields = isDrawing(picture) ? undefined : readPicture(picture, context)
  const tip = titleOf(picture)
  return fields && image(fields, tip ? [paragraph([text(tip)])] : [])
}

// The title of an image is a line of its caption.
function titleOf(node: HtmlNode | undefined): string | undefined {
  if (!isElement(node)) return undefined
  return node.name === 'picture' ? titleOf(withoutBlank(node.children).at(-1)) : node.attributes.title
}

// Pictures need no figure if the parent element says how they are shown.
export const readImages: HtmlReader = (div, context) => {
  const isShown = ['align', 'data-full-width', 'data-with-frame'].some((name) => name in div.attributes)
  const nodes = withoutBlank(div.children).map((child) => {
    if (isElement(child, 'figure')) return readFigure(child, context)
    return isShown && isElement(child, 'img', 'picture') ? readBare(child, context) : undefined
  })
  if (!nodes.length || nodes.some((node) => !node)) return undefined
  const flag = (name: string) => (div.attributes[name] === undefined ? undefined : div.attributes[name] !== 'false')
  const fields = { align: div.attributes.align, fullWidth: flag('data-full-width'), withFrame: flag('data-with-frame') }
  return [images(nodes as Block[], fields)]
}

const only = (node: Block | undefined) => node && [images([node])]

function writeFigure(node: Block, context: WriteContext): string {
  const body = node.fragments?.find((each) => each.fragment === 'caption')?.nodes ?? []
  const legend = body.map((each) => alignedHtml('p', each, context)).join('')
  return `<figure>${writePicture(node.data ?? {}, {}, context)}<figcaption>${legend}</figcaption></figure>`
}

function writeImages(node: Block, context: WriteContext) {
  const figures = (node.nodes as Block[]).map((each) => writeFigure(each, context))
  const { align, fullWidth, withFrame } = (node.data ?? {}) as Record<string, string | boolean | undefined>
  const attributes = {
    align,
    'data-full-width': fullWidth === undefined ? undefined : `${fullWidth}`,
    'data-with-frame': withFrame === undefined ? undefined : `${withFrame}`,
  }
  const isBare = figures.length === 1 && Object.values(attributes).every((value) => value === undefined)
  return [
    {
      type: 'html' as const,
      value: isBare ? (figures[0] ?? '') : `${openTag('div', attributes)}${figures.join(' ')}</div>`,
    },
  ]
}

const isDrawing = (element: HtmlElement) => /(?:^|\s)gitbook-drawing(?:\s|$)/.test(element.attributes.class ?? '')

export function readDrawing(element: HtmlElement, context: ReadContext): Block | undefined {
  if (!isDrawing(element)) return undefined
  const { src, alt } = element.attributes
  return {
    object: 'block',
    type: 'drawing',
    isVoid: true,
    data: data({ ref: src === undefined ? undefined : context.options.resolveFile(src), alt: alt || undefined }),
  }
}

export const pictures: NodeFormat = {
  html: {
    figure: (element, context) => only(readFigure(element, context)),
  },
  write: {
    images: writeImages,
    image: (node, context) => [{ type: 'html', value: writeFigure(node, context) }],
    drawing: (node, context) => {
      const { ref, alt } = (node.data ?? {}) as Record<string, unknown>
      const src = ref ? context.options.fileTo(ref as ContentRef) : undefined
      return [{ type: 'html', value: openTag('img', { src, alt: (alt as string) ?? '', class: 'gitbook-drawing' }) }]
    },
  },
}
