// Frames. They have no power over the page: what they may do is listed in their sandbox.
import { isSet } from '../fields.ts'
import { attributes, type Html, html, NOTHING } from '../html/template.ts'
import { framedUrl, linkUrl } from '../html/url.ts'
import type { Writer } from './contract.ts'
import { drawButtons } from './inputs.ts'
import { sizeOf } from './text.ts'
import { jsonOf, setIn, textOf } from './values.ts'

const SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'

export const webframe: Writer = (element, kit) => {
  const source = textOf(setIn(element, 'source') ?? {}, 'url', kit) ?? ''
  const src = framedUrl(source, kit.endpoints)
  if (!src || kit.isStill) return drawLink(source, kit.isStill ? kit.context.words.embedded : source)
  const { href, origin } = new URL(src.text)
  const isOwn = kit.endpoints.some((endpoint) => href.startsWith(endpoint))
  const own = attributes({
    class: 'ck-frame',
    src,
    sandbox: kit.origins.includes(origin) ? SANDBOX : `${SANDBOX} allow-same-origin`,
    title: kit.context.words.embedded,
    allow: 'clipboard-write; fullscreen',
    loading: 'lazy',
    referrerpolicy: 'strict-origin-when-cross-origin',
    'data-told': isOwn ? (jsonOf(isSet(element.data) ? element.data : {}, kit) ?? '{}') : undefined,
    ...sizeOf(element),
  })
  return html`<div class="ck-framed"><iframe${own}></iframe>${drawButtons(element.buttons, kit)}</div>`
}

/** A frame that cannot be shown, or only looked at. */
function drawLink(source: string, title: string): Html {
  const url = linkUrl(source)
  return url && /^https?:/i.test(url.text)
    ? html`<a href="${url}" target="_blank" rel="noopener">${title}</a>`
    : NOTHING
}

/** An origin that a policy can name. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/

/** The origins of the frames in an interface that was drawn. */
export const framesIn = ({ text }: Html): string[] => [
  ...new Set(
    [...text.matchAll(/<iframe class="ck-frame" src="([^"]*)"/g)]
      .map(([, address]) => new URL(address!).origin)
      .filter((origin) => ORIGIN.test(origin)),
  ),
]
