// The interfaces of the blocks of a page, drawn, with what the page must permit for them.

import { originOf } from '../../domain/integrations/index.ts'
import { firstBlocksIn, type IntegrationBlock, requestInterface, type Theme } from '../../domain/interfaces/index.ts'
import type { Block, Document } from '../../engine/document.ts'
import { drawInterface, framesIn, type Interface, type Place } from '../../render/contentkit/index.ts'
import { attributes, type Html, html, linkUrl, type Surroundings } from '../../render/html/index.ts'
import type { Urls } from '../../server/urls.ts'
import { interfaceHref } from '../paths.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedPage, VisitedSpace } from '../visit.ts'

export interface ShownInterfaces {
  draw(block: Block, surroundings: Surroundings): Html | undefined
  /** What the page frames; known after it was drawn. */
  frames(): string[]
  /** False if the page has blocks of integrations, which may show something else the next time. */
  areLasting: boolean
}

/** Where an integration answers itself. */
const endpointsOf = (urls: Urls, name: string): string[] => [
  ...new Set([originOf(urls, name), urls.base].map((origin) => `${origin}/v1/integrations/${name}/`)),
]

export const placeFor = (
  { urls }: Pick<SiteServices, 'urls'>,
  { published }: Pick<VisitedSpace, 'published'>,
  integration: string,
  more: Pick<Place, 'state' | 'prefix'>,
): Place => ({
  ...more,
  isEditable: false,
  endpoints: endpointsOf(urls, integration),
  origins: [new URL(urls.base).origin, new URL(published.site).origin],
})

export async function loadInterfaces(
  services: SiteServices,
  visited: VisitedPage,
  document: Document,
  theme: Theme,
): Promise<ShownInterfaces> {
  const blocks = firstBlocksIn(document)
  const found = await Promise.all(blocks.map((block) => requestInterface(services, visited.space, block, { theme })))
  const shown = new Map(blocks.flatMap((each, at) => (found[at] ? [[each.block, { each, at, found: found[at] }]] : [])))
  const framed = new Set<string>()
  return {
    areLasting: blocks.length === 0,
    frames: () => [...framed],
    draw(block, surroundings) {
      const it = shown.get(block)
      if (!it) return undefined
      const { integration } = it.each
      const prefix = `ck-${it.at}`
      const place = placeFor(services, visited, integration, { state: it.found.state, prefix })
      const body = drawInterface(it.found.element, place, surroundings)
      const frames = [...place.endpoints, ...framesIn(body)]
      for (const frame of frames) framed.add(frame)
      return wrapped(body, it.each, it.found, { prefix, frames, theme, visited, surroundings })
    },
  }
}

interface Around {
  prefix: string
  frames: string[]
  theme: Theme
  visited: VisitedPage
  surroundings: Surroundings
}

function wrapped(
  body: Html,
  { integration, component }: IntegrationBlock,
  { state, props }: Interface,
  around: Around,
) {
  const { prefix, frames, theme, visited, surroundings } = around
  const { cancel, close, failed } = surroundings.words.kit
  const own = attributes({
    class: 'ck',
    'data-href': linkUrl(interfaceHref(visited.base, visited.page.id)),
    'data-integration': integration,
    'data-component': component,
    'data-prefix': prefix,
    'data-theme': theme,
    'data-state': JSON.stringify(state),
    'data-props': JSON.stringify(props),
    'data-frames': frames.join(' '),
    'data-words': JSON.stringify({ cancel, close, failed }),
  })
  return html`<lectern-interface${own}>${body}</lectern-interface>`
}
