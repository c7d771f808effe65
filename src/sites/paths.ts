// Paths of pages in URLs.
import { decodeSegment } from '../domain/site-paths/index.ts'
import { STATIC } from '../server/static-files.ts'

export const decodePath = (segments: readonly string[]): string => segments.map(decodeSegment).join('/')

export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** The address of a page below that of its space. */
export const pageHref = (base: string, path: string, isHome: boolean): string =>
  isHome ? base : base + encodePath(path)

/** The address of the markdown of a page. */
export const markdownHref = (base: string, path: string): string => `${base}${encodePath(path)}.md`

/** What readers ask of a space, at its address. */
export const searchHref = (base: string): string => `${base}${STATIC}/search`
export const branchHref = (base: string): string => `${base}${STATIC}/branch`
export const pdfHref = (base: string): string => `${base}${STATIC}/pdf`
export const feedbackHref = (base: string): string => `${base}${STATIC}/feedback`
export const socialHref = (base: string, page: string, version: string): string =>
  `${base}${STATIC}/social?page=${encodeURIComponent(page)}&v=${version}`
export const eventsHref = (base: string): string => `${base}${STATIC}/events`

/** Where forms of operations send what browsers cannot send themselves. */
export const tryHref = (base: string, page: string): string => `${base}${STATIC}/try?page=${encodeURIComponent(page)}`

/** Where the interfaces of integrations send what readers do. */
export const interfaceHref = (base: string, page: string): string =>
  `${base}${STATIC}/interface?page=${encodeURIComponent(page)}`
