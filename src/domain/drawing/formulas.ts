// Prepares the formulas of a document. They are slow to read, so they are cached, and read a few at a time.
import type { Document } from '../../engine/document.ts'
import { walk } from '../../engine/walk.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { LruCache } from '../../lib/lru-cache.ts'
import { drawFormula, type Html, type Surroundings } from '../../render/html/index.ts'

/** By the number of characters. */
const cache = new LruCache<Html | undefined>(8 * 1024 * 1024)

const nameOf = (tex: string, isBlock: boolean): string => `${isBlock ? 'block' : 'line'} ${tex}`

/** More formulas in one page are shown as they were written. */
const MAX_FORMULAS = 2000

export async function prepareFormulas(document: Document): Promise<Surroundings['formula']> {
  const drawn = new Map<string, Html | undefined>()
  for (const { node } of walk(document)) {
    const isBlock = node.object === 'block' && node.type === 'math'
    const isLine = node.object === 'inline' && node.type === 'inline-math'
    if (!isBlock && !isLine) continue
    const tex = String(node.data?.formula ?? '')
    const name = nameOf(tex, isBlock)
    if (drawn.has(name)) continue
    if (drawn.size >= MAX_FORMULAS) break
    drawn.set(name, drawCached(name, tex, isBlock))
    await yieldToEventLoop()
  }
  return (tex, isBlock) => drawn.get(nameOf(tex, isBlock))
}

function drawCached(name: string, tex: string, isBlock: boolean): Html | undefined {
  const known = cache.get(name)
  if (known) return known
  const html = drawFormula(tex, isBlock)
  if (html) cache.set(name, html, name.length + html.text.length)
  return html
}
