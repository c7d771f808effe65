// Elements that views make by hand.
import { ICONS, type IconName } from '../../ui/icons.ts'

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== '') made.setAttribute(name, value)
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

export function iconOf(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  svg.setAttribute('class', 'i')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}

/** A button with an icon. */
export function button(label: string, icon: IconName, run: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'btn bare icon s', 'aria-label': label })
  made.append(iconOf(icon))
  made.addEventListener('click', run)
  return made
}
