// Addresses in documents. A browser runs some of them as code, so only those of known schemes become links.

/** An address that is safe to follow. */
export class Url {
  readonly #text: string

  /** Only for this file. */
  constructor(text: string) {
    this.#text = text
  }

  get text(): string {
    return this.#text
  }
}

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp', 'vscode', 'slack'])
const PICTURE = /^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i

/** What browsers ignore in an address: spaces and controls around it, and line breaks in it. */
const clean = (text: string): string => text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replaceAll(/[\t\n\r]/g, '')

const schemeOf = (text: string): string | undefined => /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()

/** The address of a link; undefined if it is empty or its scheme is unknown. */
export function linkUrl(text: string): Url | undefined {
  const address = clean(text)
  const scheme = schemeOf(address)
  return address === '' || (scheme !== undefined && !SCHEMES.has(scheme)) ? undefined : new Url(address)
}

/** The address of a picture, which may also be the picture itself. */
export function pictureUrl(text: string): Url | undefined {
  const address = clean(text)
  const scheme = schemeOf(address)
  if (address === '') return undefined
  if (scheme === undefined || scheme === 'http' || scheme === 'https' || PICTURE.test(address)) return new Url(address)
  return undefined
}

/** A picture in several widths; undefined if there is none. */
export function pictureUrls(sources: readonly { href: string; width: number }[]): Url | undefined {
  const written = sources.flatMap(({ href, width }) => {
    const url = pictureUrl(href)
    // Spaces and commas end an address there.
    return url && !/[\s,]/.test(url.text) ? [`${url.text} ${width}w`] : []
  })
  return written.length === 0 ? undefined : new Url(written.join(', '))
}

/** The address of a frame: another origin, over HTTPS. */
export function frameUrl(text: string): Url | undefined {
  const address = clean(text)
  return schemeOf(address) === 'https' && URL.canParse(address) ? new Url(address) : undefined
}

/** The address of a frame of an integration: over HTTPS, or below one of these addresses. */
export function framedUrl(text: string, endpoints: readonly string[]): Url | undefined {
  const address = clean(text)
  if (!URL.canParse(address)) return undefined
  const { href, protocol } = new URL(address)
  return protocol === 'https:' || endpoints.some((endpoint) => href.startsWith(endpoint)) ? new Url(href) : undefined
}

export const anchorUrl = (id: string): Url => new Url(`#${encodeURIComponent(id.toWellFormed())}`)
