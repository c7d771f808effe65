// Blocks that point elsewhere: embeds, files, other pages, and reusable contents that are not in the space.

import { isContentRef } from '../../../engine/content-ref.ts'
import type { Block } from '../../../engine/document.ts'
import { dataOf, textIn } from '../../fields.ts'
import { sizeText } from '../../sizes.ts'
import type { Context, Embed, Format } from '../contract.ts'
import { markOf } from '../inlines/icon.ts'
import { awayAttributes, resolve } from '../references.ts'
import { sign } from '../signs.ts'
import { attributes, type Html, html, NOTHING } from '../template.ts'
import { frameUrl, linkUrl, type Url } from '../url.ts'
import { captionOf } from './image.ts'

interface Card {
  url: Url | undefined
  mark: Html
  title: string
  details?: string | undefined
  download?: boolean
}

/** A card whose whole area is the link. */
function drawCard({ url, mark, title, details, download }: Card, context: Context): Html {
  const small = details ? html`<small>${details}</small>` : undefined
  const body = html`${mark}<span><b>${title}</b>${small}</span>`
  if (url === undefined || context.isQuiet) return html`<div class="pointer">${body}</div>`
  const own = attributes({ class: 'pointer', href: url, download, ...awayAttributes(url, context) })
  return html`<a${own}>${body}</a>`
}

const figure = (block: Block, context: Context, body: Html): Html => {
  const own = attributes({ class: ['block', dataOf(block).fullWidth === true && 'wide'] })
  return html`<figure${own}>${body}${captionOf(block, context)}</figure>`
}

// The frame is loaded when the reader opens it: until then, the other site learns nothing. (Browsers that are told to run
// no script load it at once.)
function drawFrame(source: Url, { title, site }: Embed, context: Context): Html {
  const label = context.words.loadFrom(site)
  const own = attributes({
    src: source,
    title,
    loading: 'lazy',
    allow: 'fullscreen; picture-in-picture; encrypted-media',
    referrerpolicy: 'strict-origin-when-cross-origin',
    sandbox: 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation',
  })
  return html`<details class="embed"><summary>${sign('play')}<span>${label}</span></summary><iframe${own}></iframe></details>`
}

function drawEmbed(block: Block, context: Context): Html {
  const address = textIn(dataOf(block), 'url') ?? ''
  const known = context.embed(address)
  const source = known?.frame === undefined ? undefined : frameUrl(known.frame)
  const details = known && known.title !== address ? address : undefined
  const title = known?.title ?? address
  const card = drawCard({ url: linkUrl(address), mark: sign('away'), title, details }, context)
  const frame = source && known && !context.isQuiet ? drawFrame(source, known, context) : undefined
  return figure(block, context, html`${card}${frame}`)
}

function drawFile(block: Block, context: Context): Html {
  const { ref } = dataOf(block)
  const { title, url } = resolve(ref, context)
  const file = isContentRef(ref) && ref.kind === 'file' ? context.file(ref.file) : undefined
  const details = file && `${context.words.download}, ${sizeText(file.size)}`
  return figure(
    block,
    context,
    drawCard({ url, mark: sign('file'), title, details, download: file !== undefined }, context),
  )
}

function drawReference(block: Block, context: Context): Html {
  const data = dataOf(block)
  const { title, url, description, ...signs } = resolve(data.ref, context)
  const mark = signs.emoji || signs.icon ? markOf(signs, context) : sign('page')
  return drawCard({ url, mark, title: textIn(data, 'label') || title, details: description }, context)
}

export const embed: Format = {
  blocks: {
    embed: drawEmbed,
    file: drawFile,
    'content-ref': (block, context) => html`<div class="block">${drawReference(block, context)}</div>`,
    // Reusable contents of the space are expanded already; this one is elsewhere.
    'reusable-content': (block, context) => {
      const { title } = resolve(dataOf(block).ref, context)
      return title === '' ? NOTHING : html`<div class="block">${drawReference(block, context)}</div>`
    },
  },
}
