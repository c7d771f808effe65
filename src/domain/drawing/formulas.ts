// Prepares the formulas of a document. They are slow to read, so they are cached, and read a few at a time.
import type { Document } from '../../engine/document.ts'
import { walk } from '../../engine/walk.ts'
import { derived } from '../../lib/derived.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { drawFormula, type Html, type Surroundings } from '../../render/html/index.ts'

const formulas = derived<Html | undefined>('formula', { bytesOf: (html) => 2 * (html?.text.length ?? 0) })

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
    drawn.set(name, await formulas.load(name, () => drawFormula(tex, isBlock)))
    await yieldToEventLoop()
  }
  return (tex, isBlock) => drawn.get(nameOf(tex, isBlock))
}
