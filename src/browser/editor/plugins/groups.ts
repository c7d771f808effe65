// Long pages are laid out in groups of blocks, and groups far from the screen are not laid out at all. A browser goes
// through everything that an editable element holds for every key, unless it can leave groups out.
//
// ProseMirror wants the blocks to be children of the editable element, so the groups are in a shadow tree: the blocks
// stay where they are, and the slots of the groups show them.
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Shorter pages are quick without. */
const LONG = 300
/** Blocks in a new group; one that has twice as many is divided. */
const SIZE = 50

type Shown = Element | Text

/** Only in the browser it was measured in. */
const isChromium = typeof navigator !== 'undefined' && /Chrome\//.test(navigator.userAgent)

export const groups = (): Plugin => new Plugin(isChromium ? { view: (view) => new Groups(view) } : {})

class Groups {
  readonly #view: EditorView
  #root: ShadowRoot | undefined
  #slots: HTMLSlotElement[] = []
  readonly #slotOf = new WeakMap<Shown, HTMLSlotElement>()
  /** Sees blocks that the browser adds before ProseMirror knows of them: what is in no slot is not shown. */
  readonly #observer = new MutationObserver(() => this.#arrange())

  constructor(view: EditorView) {
    this.#view = view
    this.update()
  }

  update(): void {
    if (this.#root ? this.#observer.takeRecords().length > 0 : this.#isLong()) this.#arrange()
  }

  destroy(): void {
    this.#observer.disconnect()
  }

  #isLong(): boolean {
    return this.#view.state.doc.childCount >= LONG
  }

  #begin(): ShadowRoot {
    this.#observer.observe(this.#view.dom, { childList: true })
    return this.#view.dom.attachShadow({ mode: 'open', slotAssignment: 'manual' })
  }

  #arrange(): void {
    this.#root ??= this.#begin()
    const groups = this.#collect().flatMap(divide)
    const slots = groups.map(({ slot }) => slot)
    if (slots.some((slot, at) => slot !== this.#slots[at]) || slots.length !== this.#slots.length)
      this.#root.replaceChildren(...slots.map((slot) => slot.parentElement!))
    this.#slots = slots
    for (const { slot, nodes } of groups) this.#assign(slot, nodes)
  }

  /** Blocks stay in their groups; one that is new, or was moved, joins the group of the block before it. */
  #collect(): Group[] {
    const places = new Map(this.#slots.map((slot, at) => [slot, at]))
    const groups: Group[] = []
    let last = -1
    for (let node = this.#view.dom.firstChild as Shown | null; node; node = node.nextSibling as Shown | null) {
      const slot = this.#slotOf.get(node)
      const place = (slot && places.get(slot)) ?? -1
      if (groups.length === 0 || place > last) {
        groups.push({ slot: slot ?? newSlot(), nodes: [] })
        last = place
      }
      groups.at(-1)!.nodes.push(node)
    }
    return groups
  }

  #assign(slot: HTMLSlotElement, nodes: readonly Shown[]): void {
    const before = slot.assignedNodes()
    if (before.length === nodes.length && nodes.every((node, at) => node === before[at])) return
    for (const node of nodes) this.#slotOf.set(node, slot)
    slot.assign(...nodes)
  }
}

interface Group {
  slot: HTMLSlotElement
  nodes: Shown[]
}

function divide(group: Group): Group[] {
  const { slot, nodes } = group
  if (nodes.length <= 2 * SIZE) return [group]
  const starts = Array.from({ length: Math.ceil(nodes.length / SIZE) }, (_, at) => at * SIZE)
  return starts.map((start) => ({
    slot: start === 0 ? slot : newSlot(),
    nodes: nodes.slice(start, start + SIZE),
  }))
}

function newSlot(): HTMLSlotElement {
  const group = document.createElement('div')
  group.part.add('group')
  const slot = document.createElement('slot')
  group.append(slot)
  return slot
}
