// The cover of a page: across the window, or as wide as the text.
import { attributes, type Html, html, pictureUrl, pictureUrls } from '../../render/html/index.ts'
import type { CoverPicture, PageModel } from '../model/page.ts'

/** The height of a cover in the pixels in which its position is given. */
const HEIGHT = 480

/** The part of the picture that is shown, as a class: in steps of a twentieth from its top. */
const positionOf = (yPos: number): string => {
  const share = Math.min(1, Math.max(0, 0.5 + yPos / HEIGHT))
  return `p${Math.max(1, Math.round(share * 20)) * 5}`
}

/** Wider than any smaller one; the browser only needs to know that. */
const WHOLE = 2560

function drawPicture({ href, smaller }: CoverPicture, classes: (string | undefined)[]): Html | undefined {
  const src = pictureUrl(href)
  if (!src) return undefined
  const srcset = smaller.length > 0 ? pictureUrls([...smaller, { href, width: WHOLE }]) : undefined
  return html`<img${attributes({ src, srcset, sizes: srcset && '100vw', alt: '', class: classes })}>`
}

export function drawCover({ cover, layout }: PageModel): Html | undefined {
  if (!cover) return undefined
  const classes = ['cover', layout.coverSize, positionOf(cover.yPos)]
  const dark = cover.dark && drawPicture(cover.dark, [...classes, 'for-dark'])
  const light = drawPicture(cover.light, dark ? [...classes, 'for-light'] : classes)
  return light && html`${light}${dark}`
}
