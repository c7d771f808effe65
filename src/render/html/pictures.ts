// Pictures: as files of the space, or by address; for light and dark pages.
import { isContentRef } from '../../engine/content-ref.ts'
import { isSet } from '../fields.ts'
import type { Context, DrawnFile } from './contract.ts'
import { attributes, type Html, html } from './template.ts'
import { pictureUrl, pictureUrls, type Url } from './url.ts'

interface Picture {
  url: Url
  file?: DrawnFile | undefined
}

export function pictureOf(ref: unknown, context: Context): Picture | undefined {
  if (!isContentRef(ref)) return undefined
  if (ref.kind === 'url') {
    const url = pictureUrl(ref.url)
    return url && { url }
  }
  const file = ref.kind === 'file' ? context.file(ref.file) : undefined
  const url = file && pictureUrl(file.href)
  return url && { url, file }
}

/** The sizes that an author asks for, in pixels. */
interface Wanted {
  alt: string
  width?: unknown
  height?: unknown
  classes?: string
}

/** One picture, or two of which the page shows the one for its theme; undefined if there is none. */
export function drawPicture(light: unknown, dark: unknown, wanted: Wanted, context: Context): Html | undefined {
  const one = pictureOf(light, context)
  const other = pictureOf(dark, context)
  if (!one || !other) {
    const only = one ?? other
    return only && image(only, wanted, wanted.classes)
  }
  const classes = wanted.classes ? `${wanted.classes} ` : ''
  return html`${image(one, wanted, `${classes}for-light`)}${image(other, wanted, `${classes}for-dark`)}`
}

// Width and height keep the place free while the picture is loaded.
function image({ url, file }: Picture, { alt, width, height }: Wanted, classes: string | undefined): Html {
  const asked = pixels(width)
  const natural = file?.width && file.height ? { width: file.width, height: file.height } : undefined
  const wide = asked ?? natural?.width
  const high =
    pixels(height) ?? (natural && wide ? Math.max(1, Math.round((wide * natural.height) / natural.width)) : undefined)
  const sources = sourcesOf(url, file)
  const sizes = sources && (asked === undefined ? `auto, ${COLUMN}` : `${asked}px`)
  const all = { src: url, srcset: sources, sizes, alt, width: wide, height: high, class: classes }
  return html`<img${attributes({ ...all, loading: 'lazy', decoding: 'async' })}>`
}

/** The width of the text, for browsers that do not find out by themselves. */
const COLUMN = '(min-width: 50rem) 48rem, 100vw'

/** The picture in all its widths; undefined if there is only one. */
function sourcesOf({ text }: Url, file: DrawnFile | undefined): Url | undefined {
  const { smaller = [], width } = file ?? {}
  return smaller.length === 0 || width === undefined ? undefined : pictureUrls([...smaller, { href: text, width }])
}

function pixels(value: unknown): number | undefined {
  const number = isSet(value) && value.unit === 'px' ? value.value : value
  return typeof number === 'number' && number >= 1 && number <= 10_000 ? Math.round(number) : undefined
}

/** The class of a share of the width, in steps of five percent. */
export function shareClass(value: unknown): string | undefined {
  if (!isSet(value) || value.unit !== '%' || typeof value.value !== 'number' || !(value.value > 0)) return undefined
  return `p${Math.min(Math.max(Math.round(value.value / 5), 1), 20) * 5}`
}
