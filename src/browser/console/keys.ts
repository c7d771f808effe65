// Keyboard shortcuts. A place names its own while it is shown; the list of all of them is what `?` shows.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

export interface Shortcut {
  /** `mod+k`, `?`, or a sequence of two keys such as `g h`. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
  keys: string
  label: string
  /** In texts and fields, these keys mean something else. */
  isOutsideFields?: true
  run(): void
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

export const shortcuts = signal<readonly Shortcut[]>([])

/** The shortcuts of a component, as long as it is there. */
export function useShortcuts(own: readonly Shortcut[]): void {
  useEffect(
    () => {
      shortcuts.value = [...shortcuts.peek(), ...own]
      return () => {
        shortcuts.value = shortcuts.peek().filter((shortcut) => !own.includes(shortcut))
      }
    },
    own.map(({ keys }) => keys),
  )
}

const PAUSE = 1200

let before = ''
let beforeAt = 0

function named(event: KeyboardEvent): string {
  const isMod = isMac ? event.metaKey : event.ctrlKey
  return (isMod ? (event.shiftKey ? 'mod+shift+' : 'mod+') : '') + event.key.toLowerCase()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Listens for all shortcuts. */
export function listenForKeys(): void {
  addEventListener('keydown', (event) => {
    const key = named(event)
    if (event.altKey || (isTyping(event.target) && !key.startsWith('mod+'))) return
    if (document.querySelector('dialog[open]') && key !== 'mod+k') return
    const sequence = event.timeStamp - beforeAt < PAUSE ? `${before} ${key}` : key
    const mine = shortcuts.peek().filter(({ isOutsideFields }) => !(isOutsideFields && isTyping(event.target)))
    // `g c` is no `c`.
    const found = mine.findLast(({ keys }) => keys === sequence) ?? mine.findLast(({ keys }) => keys === key)
    before = key
    beforeAt = event.timeStamp
    if (!found) return
    event.preventDefault()
    found.run()
  })
}

const NAMES: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  alt: isMac ? '⌥' : 'Alt',
  shift: isMac ? '⇧' : 'Shift',
  enter: isMac ? '↵' : 'Enter',
  backspace: isMac ? '⌫' : 'Backspace',
}

const printedPart = (part: string): string => NAMES[part] ?? part.toUpperCase()

/** The keys as they are printed on the keyboard. */
export const printed = (keys: string): string[] =>
  keys.split(' ').map((key) =>
    key.startsWith('mod+')
      ? key
          .split('+')
          .map(printedPart)
          .join(isMac ? '' : ' ')
      : key.length === 1
        ? key.toUpperCase()
        : key,
  )
