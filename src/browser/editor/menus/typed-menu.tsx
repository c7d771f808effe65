// The menu that opens while typing, below the cursor.
import { useEffect, useRef } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { Icon } from '../../ui/icon.tsx'
import { openMenu, typedFrom } from '../plugins/typed-menu.ts'

const ID = 'typed-menu'
const GAP = 6

export function TypedMenu({ view }: { view: EditorView }) {
  const menu = openMenu.value
  const list = useRef<HTMLDivElement>(null)
  const { dom } = view
  useEffect(() => {
    // What assistive technology reads while the cursor stays in the text.
    if (menu) dom.setAttribute('aria-controls', ID)
    else dom.removeAttribute('aria-controls')
    if (menu?.choices.length) dom.setAttribute('aria-activedescendant', `${ID}-${menu.at}`)
    else dom.removeAttribute('aria-activedescendant')
    const element = list.current
    if (!menu || !element) return
    const below = menu.bottom + GAP
    const isAbove = below + element.offsetHeight > innerHeight && menu.top - GAP - element.offsetHeight > 0
    const top = isAbove ? menu.top - GAP - element.offsetHeight : below
    const left = Math.max(GAP, Math.min(menu.left, innerWidth - element.offsetWidth - GAP))
    element.style.setProperty('inset', `${top}px auto auto ${left}px`)
    element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [menu])
  if (!menu) return null
  return (
    <div ref={list} class="menu typed" id={ID} role="listbox" aria-label={menu.label}>
      {menu.choices.length === 0 && <p class="soft none">{menu.none}</p>}
      {menu.choices.map(({ label, lead, icon, sign, choose }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the text
        <div
          key={label + lead}
          id={`${ID}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === menu.at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            const from = typedFrom(view.state)
            if (from !== undefined) choose(view, from)
          }}
        >
          <span class="tile">{sign ?? (icon && <Icon name={icon} />)}</span>
          <span>
            <strong>{label}</strong>
            <small>{lead}</small>
          </span>
        </div>
      ))}
    </div>
  )
}
