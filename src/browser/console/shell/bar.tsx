// The bar of a place: its title and its actions. It also names the place in the title of the window.
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { showRail } from './drawer.ts'

interface Props {
  /** The title of the window, and of the bar unless it shows another. */
  title: string
  shown?: string
  aside?: ComponentChildren
  children?: ComponentChildren
}

export function Bar({ title, shown = title, aside, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${words.product}`
  }, [title])
  return (
    <header class="bar">
      <button type="button" class="btn bare icon narrow" aria-label={words.rail.menu} onClick={showRail}>
        <Icon name="burger" />
      </button>
      <span class="title clip">{shown}</span>
      {aside}
      <span class="end" />
      {children}
    </header>
  )
}
