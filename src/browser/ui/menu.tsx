// A button that opens a menu. Arrow keys walk through it, letters jump, Escape closes it.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

export interface MenuItem {
  label: string
  icon?: IconName
  /** Where it leads, or what it does. */
  href?: string
  run?(): void
  isChosen?: boolean
}

interface MenuProps {
  /** What the button shows. */
  children: ComponentChildren
  /** The name of the button, if it shows no words. */
  label?: string
  class?: string
  items: readonly MenuItem[]
  /** -1 where arrow keys lead to the button. */
  tabIndex?: number
}

export function Menu({ children, label, class: name = '', items, tabIndex }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const choices = () => [...list.current!.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const toggled = (event: { newState: string }) => setOpen(event.newState === 'open')
  // Only once the choices are there, the menu has its size.
  useLayoutEffect(() => {
    if (!isOpen) return
    place(button.current!, list.current!)
    choices()[0]?.focus()
  }, [isOpen])
  const walk = (event: KeyboardEvent) => {
    const next = nextOf(choices(), event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class={name}
        aria-label={label}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popovertarget={id}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        class="menu"
        onToggle={toggled as never}
        onKeyDown={walk}
      >
        {isOpen && items.map((item) => <Choice item={item} close={() => list.current?.hidePopover()} />)}
      </div>
    </>
  )
}

function Choice({ item, close }: { item: MenuItem; close(): void }) {
  const { label, icon, href, run, isChosen } = item
  // A choice among several says whether it is the current one.
  const role =
    isChosen === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemradio', 'aria-checked': isChosen } as const)
  const props = {
    ...role,
    tabIndex: -1,
    onClick() {
      close()
      run?.()
    },
  } as const
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      <span class="grow clip">{label}</span>
      {isChosen && <Icon name="check" />}
    </>
  )
  if (href !== undefined)
    return (
      <a href={href} {...props}>
        {inside}
      </a>
    )
  return (
    <button type="button" {...props}>
      {inside}
    </button>
  )
}

function nextOf(choices: HTMLElement[], key: string): HTMLElement | undefined {
  const at = choices.indexOf(document.activeElement as HTMLElement)
  if (key === 'ArrowDown') return choices[(at + 1) % choices.length]
  if (key === 'ArrowUp') return choices.at(at - 1)
  if (key === 'Home') return choices[0]
  if (key === 'End') return choices.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const after = [...choices.slice(at + 1), ...choices.slice(0, at + 1)]
  return after.find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

const GAP = 4

/** Below the button, or above it where there is no room; never outside the window. */
function place(button: HTMLElement, list: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = list
  const below = at.bottom + GAP
  const top = below + height > innerHeight && at.top - GAP - height > 0 ? at.top - GAP - height : below
  const isRtl = getComputedStyle(button).direction === 'rtl'
  const left = Math.min(Math.max(GAP, isRtl ? at.right - width : at.left), innerWidth - width - GAP)
  list.style.setProperty('inset', `${top}px auto auto ${left}px`)
}
