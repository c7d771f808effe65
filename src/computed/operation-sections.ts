// What search knows of the operations, webhooks and schemas that the blocks of a document show.
import { listAnchors } from '../engine/anchors.ts'
import type { Block, Document } from '../engine/document.ts'
import { listSections, type Section } from '../engine/outline.ts'
import { walk } from '../engine/walk.ts'
import { parseMarkdown } from '../markdown/index.ts'
import type { SpecOutline } from './outline.ts'
import { isApiBlock, sourceNameOf } from './reference/index.ts'

/** Of what one page shows. */
const MAX_BLOCKS = 200

export function listApiBlocks(document: Document): Block[] {
  const found: Block[] = []
  for (const { node } of walk(document))
    if (node.object === 'block' && isApiBlock(node.type) && found.length < MAX_BLOCKS) found.push(node)
  return found
}

/** A section for each block: its title, with method, path and description. `outlineOf` gives what is known by name. */
export function listOperationSections(
  document: Document,
  outlineOf: (name: string) => SpecOutline | undefined,
): Section[] {
  const blocks = listApiBlocks(document)
  if (blocks.length === 0) return []
  const anchors = listAnchors(document)
  return blocks.map((block): Section => {
    const { ref, method, path, name, schemas } = (block.data ?? {}) as Record<string, unknown>
    const own = { anchor: anchors.get(block)!, level: 2, ...(block.key !== undefined && { key: block.key }) }
    if (Array.isArray(schemas)) return { ...own, title: schemas.join(', '), text: '' }
    const [verb, at] = [String(method ?? '').toLowerCase(), String(path ?? name ?? '')]
    const call = `${verb.toUpperCase()} ${at}`.trim()
    const isWebhook = block.type === 'openapi-webhook'
    const known = outlineOf(sourceNameOf(ref) ?? '')?.operations.find(
      (each) => each.method === verb && each.path === at && (each.webhook ?? false) === isWebhook,
    )
    return known
      ? { ...own, title: known.title, text: [call, plain(known.description ?? '')].join('\n').trim() }
      : { ...own, title: call, text: '' }
  })
}

/** Text without any of these is no markdown. */
const MARKED = /[*_`[\]<>#|~\\&]/

/** Longer ones are left as they are. */
const MAX_MARKED = 20_000

/** A description without its markup. */
function plain(description: string): string {
  if (description.length > MAX_MARKED || !MARKED.test(description)) return description
  try {
    const sections = listSections(parseMarkdown(description).document)
    return sections.flatMap(({ title, text }) => [title, text].filter(Boolean)).join('\n')
  } catch {
    // It is nested too deep.
    return description
  }
}
