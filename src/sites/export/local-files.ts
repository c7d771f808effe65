// The names of files in an export: pages are beside each other as on the site, everything else is below `~lectern/`.
import { decodeSegment } from '../../domain/site-paths/index.ts'
import { verifyDownload } from '../../files/links.ts'
import type { Signer } from '../../files/signing.ts'
import { STATIC } from '../../server/static-files.ts'

/** Pages are drawn as if the site were here; then its addresses become names of files. Nobody has this host. */
export const EXPORTED = 'https://export.invalid/'

/** Marks links to the markdown of a page. */
export const AS_MARKDOWN = '?markdown'

/** Characters and names that some file systems refuse. The escape itself is escaped, so that no two names are equal. */
const REFUSED = /[\u0000-\u001f<>:"/\\|?*~\u007f]|[. ]$|^\./gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const MAX_NAME = 120

const escaped = (char: string): string => `~${char.codePointAt(0)!.toString(16)}`

/** A segment of a path as the name of a file or folder. */
export const toName = (segment: string): string => {
  const name = segment.replaceAll(REFUSED, escaped).replace(RESERVED, (word) => `~${word}`)
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME).toWellFormed()}~${checksum(name)}`
}

const checksum = (text: string): string => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0
  return sum.toString(16)
}

const DIAGRAM = `${STATIC}/diagram`

/** The file of an address of the site. */
export function fileAt(url: URL): string {
  const segments = url.pathname.slice(1).split('/').map(decodeSegment)
  const own = segments.indexOf(STATIC)
  if (own >= 0) {
    const file = [...segments.slice(0, own).map(toName), STATIC, ...segments.slice(own + 1).map(toName)].join('/')
    return file === DIAGRAM ? `${file}.html` : file
  }
  const last = segments.pop()!
  const folder = segments.map((segment) => `${toName(segment)}/`).join('')
  if (url.search === AS_MARKDOWN) return `${folder}${toName(last)}`
  // The first page of a space is its index, so a page of that name needs another.
  return last === ''
    ? `${folder}index.html`
    : `${folder}${last.toLowerCase() === 'index' ? '~' : ''}${toName(last)}.html`
}

/** The way from one file to another. */
export const relative = (from: string, to: string): string =>
  '../'.repeat(from.split('/').length - 1) + to.split('/').map(encodeURIComponent).join('/')

/** A stored file that pages refer to. */
export interface Referred {
  blob: string
  file: string
}

/** The stored file behind a signed address, on the server or below the site. */
export function referredAt(url: URL, signer: Signer): Referred | undefined {
  const [, blob = '', encoded = ''] = /\/files\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? []
  const name = decodeSegment(encoded)
  const found = verifyDownload(signer, { ...Object.fromEntries(url.searchParams), blob, name })
  return found && { blob, file: `${STATIC}/files/${blob.slice(0, 16)}/${toName(name)}` }
}
