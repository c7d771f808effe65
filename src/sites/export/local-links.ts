// Turns the addresses in a drawn page into links between the files of an export.
import type { Signer } from '../../files/signing.ts'
import { STATIC } from '../../server/static-files.ts'
import { AS_MARKDOWN, EXPORTED, fileAt, type Referred, referredAt, relative } from './local-files.ts'

export interface Linking {
  /** The address of the site itself, for search engines and for what an export does not contain. */
  site: string
  /** The base URL of the server, where files are. */
  base: string
  signer: Signer
  /** Called for every stored file that is linked to. */
  refer(file: Referred): void
}

/** An export has every picture once. */
const SIZES = / (?:srcset|sizes)="[^"]*"/g
/** Where programs find the same page online. */
const ONLINE = /<link rel="(?:canonical|alternate)"[^>]*>/g
const ADDRESS = / (href|src|action|data-branches|data-diagrams)="([^"]*)"/g
const IN_STYLES = /url\("([^"]*)"\)/g
const IN_MARKDOWN = /https?:\/\/[^\s<>()[\]"'`]+/g
/** How addresses in markdown may have it. */
const AMPERSAND = /\\&|&#x26;|&amp;/g

/** The HTML of the file `from`; '' for HTML that is inserted into pages, with links from the root. */
export const localizeHtml = (html: string, from: string, linking: Linking): string =>
  html
    .replaceAll(SIZES, '')
    .replaceAll(ONLINE, (tag) => tag.replaceAll(EXPORTED, linking.site))
    .replaceAll(ADDRESS, (whole, name: string, value: string) => {
      const address = value.replaceAll('&amp;', '&')
      const local = toLocal(name === 'href' ? address.replace(SEARCH, '') : address, from, linking)
      return local === undefined ? whole : ` ${name}="${local.replaceAll('&', '&amp;')}"`
    })
    .replaceAll(IN_STYLES, (whole, address: string) => {
      const local = toLocal(address, from, linking)
      return local === undefined ? whole : `url("${local}")`
    })
    .replaceAll(EXPORTED, linking.site)

export const localizeMarkdown = (text: string, from: string, linking: Linking): string =>
  text.replaceAll(IN_MARKDOWN, (address) => {
    const plain = address.replaceAll(AMPERSAND, '&')
    const asked = plain.startsWith(EXPORTED) ? plain.replace(/\.md(?=#|$)/, `$&${AS_MARKDOWN}`) : plain
    return toLocal(asked, from, linking) ?? address
  })

/** Without a server, searching needs the script; where that does not run, its link leads to the first page. */
const SEARCH = new RegExp(`(?<=^${EXPORTED}.*)${STATIC}/search$`)

/** What a site has online only. */
const LEFT_OUT = /\/(?:rss|atom)\.xml$|^\/(?:sitemap\.xml|robots\.txt|llms(?:-full)?\.txt)$/

function toLocal(address: string, from: string, linking: Linking): string | undefined {
  const isHere = address.startsWith(EXPORTED)
  if ((!isHere && !address.startsWith(`${linking.base}/files/`)) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const referred = referredAt(url, linking.signer)
  if (referred) {
    linking.refer(referred)
    return relative(from, referred.file)
  }
  if (!isHere || LEFT_OUT.test(url.pathname)) return undefined
  return relative(from, fileAt(url)) + url.hash
}
