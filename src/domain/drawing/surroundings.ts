// Loads everything around a document that its HTML shows.
import { addressOf, isApiBlock, type ShownServer } from '../../computed/reference/index.ts'
import type { Document } from '../../engine/document.ts'
import { listReferences } from '../../engine/links.ts'
import { loadIcons } from '../../lib/icons.ts'
import { directionIn } from '../../render/direction.ts'
import { type Embed, frameUrl, PLAIN, type Surroundings, type Words } from '../../render/html/index.ts'
import { cardOf, frameOf } from '../embeds/index.ts'
import { prepareFormulas } from './formulas.ts'
import { prepareHighlights } from './highlights.ts'
import { loadOperations, type Shown } from './operations.ts'
import type { Place } from './place.ts'
import { findTargets, keyOf } from './targets.ts'

interface Reading {
  words?: Words
  opensTabs?: boolean
  direction?: 'ltr' | 'rtl'
  /** The form of icons that have several. */
  iconStyle?: 'solid' | 'regular'
  /** The title above the document. */
  title?: string
  /** Where forms of operations send requests; absent: there are none. */
  tryIt?: string
  /** How long drawing waits for the colors of code, in milliseconds; absent: not at all. */
  patience?: number
}

interface Loaded {
  surroundings: Surroundings
  /** The origins of frames that readers may load. */
  frameOrigins: string[]
  /** The origins that forms of operations may ask. */
  connectOrigins: string[]
  /** Whether it shows anything of an API. */
  showsApi: boolean
  /** True if the HTML depends only on the content and the settings. */
  isLasting: boolean
  /** Present if code is still being highlighted: settles when that is done. */
  arrival: Promise<void> | undefined
}

export async function loadSurroundings(place: Place, document: Document, reading: Reading = {}): Promise<Loaded> {
  const { iconStyle, patience, ...rest } = reading
  const references = listReferences(document)
  const refs = references.map(({ ref }) => ref)
  const { targets, files, namesPeople } = await findTargets(place, refs)
  const urls = references.flatMap(({ ref, node }) => (node === 'embed' && ref.kind === 'url' ? [ref.url] : []))
  const embeds = new Map(urls.map((url) => [url, embedOf(url)]))
  const icon = await loadIcons(iconStyle)
  const shown = await loadOperations(place, document)
  const { highlight, arrival } = await prepareHighlights(document, shown.operations, patience)
  const surroundings: Surroundings = {
    ...PLAIN,
    direction: directionIn(document) ?? 'ltr',
    ...rest,
    target: (ref) => targets.get(keyOf(ref)),
    file: (id) => files.get(id),
    icon,
    formula: await prepareFormulas(document),
    highlight,
    embed: (url) => embeds.get(url),
    operation: shown.operation,
    schema: shown.schema,
  }
  return {
    surroundings,
    frameOrigins: originsOf([...embeds.values()]),
    connectOrigins: reading.tryIt === undefined ? [] : serverOrigins(shown),
    showsApi: references.some(({ node }) => isApiBlock(node)),
    isLasting: !namesPeople,
    arrival,
  }
}

/** A policy with more would be too long for a header. */
const MAX_ORIGINS = 40

/** The servers that browsers may ask themselves. */
const serverOrigins = ({ operations }: Shown): string[] => {
  const asked = operations.filter(({ sending }) => sending === 'auto' || sending === 'direct')
  const all = asked.flatMap(({ servers }) => servers.flatMap(originsOfServer))
  return [...new Set(all)].slice(0, MAX_ORIGINS)
}

/** A subdomain that readers choose is any of them. */
function originsOfServer(server: ShownServer): string[] {
  const address = addressOf(server, {})
  const [, scheme, host = ''] = /^(https?):\/\/([^/?#]*)/i.exec(server.url) ?? []
  const isOpen = server.variables.some(
    ({ name, isFree, values }) => (isFree || values.length > 0) && host.includes(`{${name}}`),
  )
  if (!address) return []
  if (!isOpen) return [address.origin]
  const named = enumerated(server).map((given) => addressOf(server, given)?.origin)
  const domain = host.replace(/^.*\}\./, '')
  const free = server.variables.some(({ name, isFree }) => isFree && host.includes(`{${name}}`)) && !/[{}]/.test(domain)
  return [address.origin, ...named.filter((each) => each !== undefined), ...(free ? [`${scheme}://*.${domain}`] : [])]
}

/** Each value of each variable, with the defaults of the others. */
const enumerated = ({ variables }: ShownServer): Record<string, string>[] =>
  variables.flatMap(({ name, values }) => values.map((value) => ({ [name]: value })))

function embedOf(text: string): Embed | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const framed = frameOf(url)
  return { ...cardOf(url), ...(framed && { title: framed.site, site: framed.site, frame: framed.source }) }
}

const originsOf = (embeds: readonly (Embed | undefined)[]): string[] => [
  ...new Set(embeds.flatMap((embed) => (embed?.frame && frameUrl(embed.frame) ? [new URL(embed.frame).origin] : []))),
]
