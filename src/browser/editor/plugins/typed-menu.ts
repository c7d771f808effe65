// Menus that open while typing: `/` for blocks, `[[` for links to pages, `:` for emoji, and others. The cursor stays in the text; arrow keys, Enter
// and Escape go to the menu.
import { signal } from '@preact/signals'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { IconName } from '../../ui/icons.ts'

export interface Choice {
  label: string
  lead: string
  icon?: IconName
  /** Drawn in place of an icon: an emoji. */
  sign?: string
  /** Takes the place of what was typed, from `from` to the cursor. */
  choose(view: EditorView, from: number): void
}

/** What opens a menu, and what it then offers. */
export interface Trigger {
  signs: string
  /** What the menu is called. */
  label: string
  /** What it says while nothing matches; absent: it stays closed then, because the signs are common in texts. */
  none?(typed: string): string
  /** `again` asks once more, when what was not known yet has arrived. */
  find(typed: string, again: () => void): readonly Choice[]
  /** What is looked for may have several words; a text after the signs and a space is none. */
  takesSpaces?: boolean
  /** What is typed whole, taken at once. */
  finish?(typed: string): Choice | undefined
}

export interface OpenMenu {
  label: string
  /** What there is to say if there are no choices. */
  none: string
  typed: string
  choices: readonly Choice[]
  at: number
  /** The cursor, in pixels of the window. */
  left: number
  top: number
  bottom: number
}

interface Active {
  trigger: Trigger
  /** Where the signs begin. */
  from: number
}

const MAX_TYPED = 40
const close = new PluginKey<Active | null>('typed menu')

/** The menu that is open, for whoever draws it. */
export const openMenu = signal<OpenMenu | undefined>(undefined)

const typedIn = ({ trigger, from }: Active, { doc, selection }: EditorState): string | undefined => {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || from < $from.start() || from > $from.pos) return undefined
  const text = doc.textBetween(from, $from.pos, '\n', '\uFFFC')
  const typed = text.slice(trigger.signs.length)
  const isOver = trigger.takesSpaces ? /^\s|\s{2}|\n/.test(typed) : /\s{2}|\s$|\n/.test(text)
  return text.startsWith(trigger.signs) && text.length <= MAX_TYPED && !isOver ? typed : undefined
}

/** The trigger whose signs were just typed, at the start of a word. */
function justTyped(triggers: readonly Trigger[], { selection: { $from, empty } }: EditorState): Active | null {
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 4), $from.parentOffset, '\n', '\uFFFC')
  const trigger = triggers.find(({ signs }) => before.endsWith(signs))
  if (!trigger) return null
  const preceding = before.slice(0, -trigger.signs.length)
  return preceding === '' || /\s$/.test(preceding) ? { trigger, from: $from.pos - trigger.signs.length } : null
}

export function typedMenu(triggers: readonly Trigger[]): Plugin<Active | null> {
  return new Plugin<Active | null>({
    key: close,
    state: {
      init: () => null,
      apply(transaction, active, _before, state) {
        if (transaction.getMeta(close) === true) return null
        const moved = active && { ...active, from: transaction.mapping.map(active.from, -1) }
        if (moved && typedIn(moved, state) !== undefined) return moved
        return transaction.docChanged && !transaction.getMeta('history$') ? justTyped(triggers, state) : null
      },
    },
    props: {
      handleKeyDown(view, event) {
        const menu = openMenu.peek()
        const active = close.getState(view.state)
        if (!menu || !active || event.isComposing) return false
        const { choices, at } = menu
        if (event.key === 'Escape') view.dispatch(view.state.tr.setMeta(close, true))
        else if (choices.length === 0) return false
        else if (event.key === 'ArrowDown') openMenu.value = { ...menu, at: (at + 1) % choices.length }
        else if (event.key === 'ArrowUp') openMenu.value = { ...menu, at: (at + choices.length - 1) % choices.length }
        else if (event.key === 'Enter' || event.key === 'Tab') choices[at]!.choose(view, active.from)
        else return false
        return true
      },
      handleDOMEvents: {
        blur: () => {
          openMenu.value = undefined
          return false
        },
      },
    },
    view: () => ({
      update(view) {
        const active = close.getState(view.state)
        const typed = active ? typedIn(active, view.state) : undefined
        if (!active || typed === undefined || !view.hasFocus()) {
          openMenu.value = undefined
          return
        }
        const before = openMenu.peek()
        const { left, top, bottom } = view.coordsAtPos(active.from)
        const at = before?.typed === typed ? before.at : 0
        const whole = active.trigger.finish?.(typed)
        if (whole) {
          queueMicrotask(() => !view.isDestroyed && whole.choose(view, active.from))
          return
        }
        const again = () => !view.isDestroyed && view.dispatch(view.state.tr)
        const { label, none, find } = active.trigger
        const choices = find(typed, again)
        // Who goes on to another word without a match is writing a text.
        const isShown = choices.length > 0 || (none !== undefined && !/\s/.test(typed))
        const place = { left, top, bottom }
        openMenu.value = isShown ? { label, none: none?.(typed) ?? '', typed, choices, at, ...place } : undefined
      },
      destroy() {
        openMenu.value = undefined
      },
    }),
  })
}

/** Where the signs of the open menu begin. */
export const typedFrom = (state: EditorState): number | undefined => close.getState(state)?.from
