// Draws the interface of an integration. Whatever it describes, the result is harmless: text is escaped, addresses are
// checked, depth and size have limits.
import { isSet } from '../fields.ts'
import type { Surroundings } from '../html/contract.ts'
import { bareContext } from '../html/draw.ts'
import { type Html, html, join, NOTHING } from '../html/template.ts'
import type { Kit, Place, Writer } from './contract.ts'
import { inputWriters } from './inputs.ts'
import { layoutWriters } from './layout.ts'
import { textWriters } from './text.ts'
import { within } from './values.ts'
import { webframe } from './webframe.ts'

const WRITERS: Record<string, Writer> = { ...layoutWriters, ...textWriters, ...inputWriters, webframe }

const isInput = (type: unknown): boolean => type !== 'button' && Object.hasOwn(inputWriters, String(type))

const MAX_DEPTH = 30
const LIMITS = { elements: 2000, characters: 300_000, ids: 0 }

export function drawInterface(element: unknown, place: Place, surroundings: Surroundings): Html {
  const shared = { ...place, context: bareContext(surroundings), left: { ...LIMITS } }
  return kitAt(shared, 0, undefined).draw(element)
}

type Shared = Omit<Kit, 'depth' | 'field' | 'draw'>

function kitAt(shared: Shared, depth: number, field: string | undefined): Kit {
  return {
    ...shared,
    depth,
    field,
    draw: (children, change) => drawAll(children, kitAt(shared, depth + 1, change?.field)),
  }
}

function drawAll(children: unknown, kit: Kit): Html {
  if (kit.depth > MAX_DEPTH) return NOTHING
  if (Array.isArray(children))
    return join(children.slice(0, LIMITS.elements).map((child) => drawAll(child, deeper(kit))))
  if (typeof children === 'string' || typeof children === 'number') return html`${within(String(children), kit)}`
  if (!isSet(children) || kit.left.elements <= 0) return NOTHING
  kit.left.elements--
  const { type } = children
  if (kit.isStill && isInput(type)) return NOTHING
  const write = typeof type === 'string' && Object.hasOwn(WRITERS, type) ? WRITERS[type] : undefined
  return write ? write(children, kit) : kit.draw(children.children)
}

/** Lists in lists count too. */
const deeper = (kit: Kit): Kit => ({ ...kit, depth: kit.depth + 1 })
