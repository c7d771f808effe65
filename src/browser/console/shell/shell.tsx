// The shell: the rail beside the place that is shown, the palette, and messages.
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Toasts } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { retryFailed } from '../api/store.ts'
import { NewCollection } from '../collection/new-collection.tsx'
import { useShortcuts } from '../keys.ts'
import { Help, isHelpOpen } from '../palette/help.tsx'
import { Palette } from '../palette/palette.tsx'
import { isPaletteOpen } from '../palette/state.ts'
import { isRailHidden } from '../person.ts'
import { places } from '../places.ts'
import { NewSpace } from '../spaces/new-space.tsx'
import { undoLast } from '../undoing.ts'
import { Confirming } from './confirming.tsx'
import { path } from './current.ts'
import { closeDrawer, isDrawerOpen, useDrawer } from './drawer.ts'
import { organizationId } from './organization.ts'
import { Rail } from './rail.tsx'
import { switchTheme } from './theme.ts'
import { UnsavedNotice } from './unsaved-notice.tsx'

const toggle = (state: Signal<boolean>): void => {
  state.value = !state.peek()
}

export function Shell({ children }: { children: ComponentChildren }) {
  const { route, path: here } = useLocation()
  path.value = here
  const go = (place: (organization: string) => string) => () => {
    const id = organizationId.peek()
    if (id) route(place(id))
  }
  useShortcuts([
    { keys: 'mod+k', label: words.keys.palette, run: () => toggle(isPaletteOpen) },
    { keys: '?', label: words.keys.help, run: () => toggle(isHelpOpen) },
    { keys: 'g h', label: words.keys.home, run: go(places.home) },
    { keys: 'g n', label: words.keys.notifications, run: go(places.notifications) },
    { keys: 'g c', label: words.keys.changeRequests, run: go(places.changeRequests) },
    { keys: 'g s', label: words.keys.sites, run: go(places.sites) },
    { keys: 'g m', label: words.keys.members, run: go(places.people) },
    { keys: '[', label: words.keys.sidebar, run: () => toggle(isRailHidden) },
    { keys: 't', label: words.keys.theme, run: switchTheme },
    { keys: 'mod+z', label: words.keys.undo, isOutsideFields: true, run: undoLast },
  ])
  useEffect(closeDrawer, [here])
  const rail = useRef<HTMLElement>(null)
  useDrawer(rail)
  const isCovered = isDrawerOpen.value
  return (
    <div class={`app${isRailHidden.value ? ' rail-hidden' : ''}${isCovered ? ' drawer' : ''}`}>
      <a class="skip" href="#main" inert={isCovered}>
        {words.skip}
      </a>
      {isCovered && (
        <button type="button" class="veil" tabIndex={-1} aria-label={words.rail.close} onClick={closeDrawer} />
      )}
      <Rail element={rail} />
      <div class="stage" inert={isCovered}>
        <Offline />
        <UnsavedNotice />
        {children}
      </div>
      <Palette />
      <NewSpace />
      <NewCollection />
      <Help />
      <Confirming />
      <Toasts />
    </div>
  )
}

/** Says that the network is gone, and reads again what failed when it is back. */
function Offline() {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => {
      setOnline(navigator.onLine)
      if (navigator.onLine) retryFailed()
    }
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return isOnline ? null : (
    <p class="offline" role="status">
      {words.offline}
    </p>
  )
}
