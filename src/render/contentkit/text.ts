// Text, links, pictures, markdown and code.
import type { Block } from '../../engine/document.ts'
import { textIn } from '../fields.ts'
import { drawDescription } from '../html/api/description.ts'
import { drawCode } from '../html/blocks/code.ts'
import { attributes, type Html, html, NOTHING } from '../html/template.ts'
import { linkUrl, pictureUrl } from '../html/url.ts'
import type { Element, Kit, Writer } from './contract.ts'
import { drawButtons, inputAttributes } from './inputs.ts'
import { actionIn, addressIn, boundIn, jsonOf, oneIn, setIn, textOf, within } from './values.ts'

const STYLES = ['bold', 'italic', 'code', 'strikethrough'] as const

const text: Writer = (element, kit) => {
  const body = kit.draw(element.children)
  switch (oneIn(element, 'style', STYLES)) {
    case 'bold':
      return html`<b class="ck-text">${body}</b>`
    case 'italic':
      return html`<em class="ck-text">${body}</em>`
    case 'code':
      return html`<code class="ck-text">${body}</code>`
    case 'strikethrough':
      return html`<s class="ck-text">${body}</s>`
    default:
      return html`<span class="ck-text">${body}</span>`
  }
}

const link: Writer = (element, kit) => {
  const address = addressIn(setIn(element, 'target')?.url, kit)
  const url = address === undefined ? undefined : linkUrl(within(address, kit))
  const body = kit.draw(element.children)
  // Links do not nest: browsers would end the outer one at the inner one.
  return url && !/<a[\s>]/.test(body.text)
    ? html`<a href="${url}" target="_blank" rel="noopener">${body}</a>`
    : html`<span>${body}</span>`
}

const WIDTH = 1200

/** The ratio of width and height, within what makes sense. */
const ratioIn = (element: Element): number | undefined => {
  const ratio = Number(element.aspectRatio)
  return Number.isFinite(ratio) && ratio >= 0.05 && ratio <= 20 ? ratio : undefined
}

export const sizeOf = (element: Element) => {
  const ratio = ratioIn(element)
  return ratio === undefined ? {} : { width: WIDTH, height: Math.round(WIDTH / ratio) }
}

export const image: Writer = (element, kit) => {
  const source = textOf(setIn(element, 'source') ?? {}, 'url', kit)
  const src = source === undefined ? undefined : pictureUrl(source)
  return src
    ? html`<img${attributes({ class: 'ck-image', src, alt: '', loading: 'lazy', ...sizeOf(element) })}>`
    : NOTHING
}

const markdown: Writer = (element, kit) => {
  const { text: written, binding } = boundIn(element, 'content', kit)
  const body = drawDescription(written, { ...kit.context, isQuiet: false })
  return html`<div${attributes({ class: 'ck-markdown', 'data-bound': binding })}>${body}</div>`
}

export const codeBlock = (code: string, syntax: string | undefined, lineNumbers: boolean): Block => ({
  object: 'block',
  type: 'code',
  data: { syntax, lineNumbers },
  nodes: code.split('\n').map((line) => ({
    object: 'block',
    type: 'code-line',
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: line, marks: [] }] }],
  })),
})

const codeblock: Writer = (element, kit) => {
  const { text: code, binding } = boundIn(element, 'content', kit)
  const syntax = textOf(element, 'syntax', kit)
  const hasNumbers = element.lineNumbers === true || typeof element.lineNumbers === 'number'
  const part = (name: string): Html => {
    const body = kit.draw(element[name])
    return body.text === '' ? NOTHING : html`<div class="ck-${name}">${body}</div>`
  }
  const body =
    typeof element.state === 'string' && !kit.isStill
      ? drawEditor(element, code, kit)
      : html`<div${attributes({ 'data-bound': binding })}>${drawCode(codeBlock(code, syntax, hasNumbers), kit.context)}</div>`
  return html`<div class="ck-code">${part('header')}${drawButtons(element.buttons, kit)}${body}${part('footer')}</div>`
}

function drawEditor(element: Element, code: string, kit: Kit): Html {
  const key = String(element.state)
  const own = inputAttributes(element, kit, {
    class: 'ck-input ck-source',
    rows: Math.min(Math.max(code.split('\n').length, 3), 20),
    spellcheck: 'false',
    autocapitalize: 'off',
    'aria-label': kit.field === undefined ? kit.context.words.code : undefined,
    'data-change': jsonOf(actionIn(element, 'onContentChange'), kit),
  })
  const written = Object.hasOwn(kit.state, key) ? (textIn(kit.state, key) ?? '') : code
  // A line break at its beginning is not part of a textarea.
  return html`<textarea${own}>\n${written}</textarea>`
}

export const textWriters: Record<string, Writer> = { text, link, image, markdown, codeblock }
