// The interfaces of a document where nobody can use them: drawn as far as a still picture goes, or written out for paper.
import type { Block, Document } from '../../engine/document.ts'
import { mapChildren } from '../../engine/walk.ts'
import { SECOND } from '../../lib/time.ts'
import { drawInterface, type Interface, writeInterface } from '../../render/contentkit/index.ts'
import { type Html, html, type Surroundings } from '../../render/html/index.ts'
import type { LoggedDispatchServices } from '../dispatch/index.ts'
import { firstBlocksIn } from './blocks.ts'
import { requestInterface } from './request.ts'

interface Space {
  id: string
  organization_id: string
}

export type DrawStill = (block: Block, surroundings: Surroundings) => Html | undefined

/** What is kept is worth a longer wait than a page on a screen. */
export const KEPT = { wait: 10 * SECOND }

/** Draws what the integrations of a document show. What would show nothing is drawn as without its integration. */
export async function loadStills(
  services: LoggedDispatchServices,
  space: Space,
  document: Document,
  more: { wait?: number } = {},
): Promise<DrawStill> {
  const shown = await loadShown(services, space, document, more)
  return (block, surroundings) => {
    const found = shown.get(block)
    if (!found) return undefined
    const place = { state: found.state, prefix: 'ck', isEditable: false, isStill: true, endpoints: [], origins: [] }
    const body = drawInterface(found.element, place, surroundings)
    return isEmpty(body) ? undefined : html`<div class="ck">${body}</div>`
  }
}

const isEmpty = ({ text }: Html): boolean => !/<(img|svg|hr)\b/.test(text) && /^(<[^>]*>|\s)*$/.test(text)

/** The document with the interfaces of its integrations as blocks. */
export async function withWrittenInterfaces(
  services: LoggedDispatchServices,
  space: Space,
  document: Document,
): Promise<Document> {
  const shown = await loadShown(services, space, document, KEPT)
  if (shown.size === 0) return document
  const written = (block: Block): Block[] => {
    const found = shown.get(block)
    const blocks = found ? writeInterface(found) : []
    return blocks.length > 0 ? blocks : [block]
  }
  return mapChildren(document, (children) =>
    children.flatMap((node): (typeof node)[] => (node.object === 'block' ? written(node) : [node])),
  )
}

async function loadShown(
  services: LoggedDispatchServices,
  space: Space,
  document: Document,
  more: { wait?: number },
): Promise<Map<Block, Interface>> {
  const blocks = firstBlocksIn(document)
  const found = await Promise.all(
    blocks.map((block) => requestInterface(services, space, block, { theme: 'light', ...more })),
  )
  return new Map(blocks.flatMap((each, at) => (found[at] ? [[each.block, found[at]]] : [])))
}
